// Files of the reader's own machine: gathered from a drop or a choice, and read in a worker. Nothing is sent anywhere.

// More files than any broker has in its log dirs are a mistake.
const FILES_MAX = 200_000;

/** The files of a drop or of a field, with their paths; bytes that hold files as they are. */
async function gather(source) {
  if (source instanceof Uint8Array) return source;
  const found = await chosen(source);
  return { paths: found.map(([path]) => path), files: found.map(([, file]) => file) };
}

async function chosen(source) {
  const found = [];
  if (source instanceof DataTransfer) {
    // Only while the drop is handled these are there.
    const entries = [...source.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (entries.length > 0) {
      for (const entry of entries) await walk(entry, "", found);
      return found;
    }
  }
  for (const file of source.files ?? source) found.push([file.webkitRelativePath || file.name, file]);
  return found;
}

async function walk(entry, folder, found) {
  if (found.length >= FILES_MAX) return;
  const path = folder + entry.name;
  if (entry.isFile) {
    found.push([path, await new Promise((resolve, reject) => entry.file(resolve, reject))]);
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    // A folder is told in parts.
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const inner of part) await walk(inner, `${path}/`, found);
  }
}

/**
 * Has files read. `heard` is called with `{ done, total }`, then `{ report }`, then a `{ told }` for each question, a `{ zip }`
 * where none was asked, or with `{ failed }`. What this gives asks, and stops.
 */
export function readFiles(source, heard) {
  let worker;
  let isStopped = false;
  const fail = (error) => isStopped || heard({ failed: String(error?.message ?? error) });
  gather(source)
    .then((found) => {
      if (isStopped) return;
      worker = new Worker(new URL("./files-worker.js", import.meta.url), { type: "module" });
      worker.addEventListener("message", ({ data }) => heard(data));
      worker.addEventListener("error", (event) => fail(event.message));
      worker.postMessage(found);
    })
    .catch(fail);
  return {
    ask: (question) => worker?.postMessage(question),
    stop: () => {
      isStopped = true;
      worker?.terminate();
    },
  };
}
