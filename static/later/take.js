// What a reader takes away: a picture of the page as a file of its own, a text in the clipboard.

// What a drawing owes to the page's style sheet: what passes from an element to those in it, and what doesn't.
const PASSED_ON = [
  "color", "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "font-family", "font-size", "font-weight", "text-anchor", "visibility",
];
const OWN = ["opacity", "text-decoration-line", "display"];
const SCALE = 2;
const MARGIN = 16;

/** Saves the drawing that a selector finds: `kind` is `svg` or `png`. */
export async function savePicture([selector, name, kind]) {
  const drawing = standalone(document.querySelector(selector));
  const svg = new Blob([drawing.text], { type: "image/svg+xml" });
  save(kind === "png" ? await raster(drawing) : svg, `${name}.${kind}`);
  return true;
}

/** Copies a text; false where the browser refuses. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A drawing as text that needs no page: with the styles it has here, and the glyphs and patterns it refers to. */
function standalone(drawn) {
  const box = drawn.getBoundingClientRect();
  const [width, height] = [Math.ceil(box.width) + 2 * MARGIN, Math.ceil(box.height) + 2 * MARGIN];
  const inner = drawn.cloneNode(true);
  const refers = new Set();
  dress(drawn, inner, refers);
  inner.setAttribute("x", MARGIN);
  inner.setAttribute("y", MARGIN);
  inner.setAttribute("width", box.width);
  inner.setAttribute("height", box.height);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  const ground = document.createElementNS(svg.namespaceURI, "rect");
  ground.setAttribute("width", width);
  ground.setAttribute("height", height);
  ground.setAttribute("fill", resolved("var(--paper)"));
  const defs = document.createElementNS(svg.namespaceURI, "defs");
  svg.append(ground, defs, inner);
  // What is referred to may refer to more.
  for (const id of refers) {
    const there = document.getElementById(id);
    if (!there || inner.querySelector(`#${CSS.escape(id)}`)) continue;
    const copy = there.cloneNode(true);
    dress(there, copy, refers);
    defs.append(copy);
  }
  return { text: new XMLSerializer().serializeToString(svg), width, height };
}

/** A value with the page's own colours in the place of their names. */
function resolved(value) {
  const page = getComputedStyle(document.documentElement);
  return value.replace(/var\((--[\w-]+)\)/g, (_, name) => page.getPropertyValue(name).trim());
}

function dress(drawn, copy, refers, above) {
  const style = getComputedStyle(drawn);
  const own = PASSED_ON.filter((name) => style.getPropertyValue(name) !== above?.getPropertyValue(name)).concat(OWN);
  // A glyph takes the colour of where it is used.
  const inSymbol = drawn.closest("symbol, pattern") !== null;
  if (!inSymbol) copy.setAttribute("style", own.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  for (const name of ["class", "tabindex", "role", "aria-label"]) copy.removeAttribute(name);
  for (const { name, value } of [...copy.attributes]) if (value.includes("var(")) copy.setAttribute(name, resolved(value));
  const href = drawn.getAttribute("href");
  if (href?.startsWith("#")) refers.add(href.slice(1));
  for (const { value } of drawn.attributes) {
    const url = /url\(["']?#([^"')]+)/.exec(value);
    if (url) refers.add(url[1]);
  }
  for (let at = 0; at < drawn.children.length; at++) dress(drawn.children[at], copy.children[at], refers, style);
}

async function raster({ text, width, height }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
