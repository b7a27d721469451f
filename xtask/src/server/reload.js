// Reloads the page when it was rebuilt. Only `cargo xtask serve --watch` serves this.
const address = new URL("./reload", import.meta.url);
let shown = new URL(import.meta.url).search;

for (;;) {
  try {
    const response = await fetch(`${address}${shown}`);
    if (`?${await response.text()}` !== shown) break;
  } catch {
    // The server has ended; whatever the next one serves is new.
    shown = "?";
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
location.reload();
