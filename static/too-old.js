// Runs only where there are no JavaScript modules, and boot.js can't say so itself.
document.getElementById("cannot-start") === null
  ? document.addEventListener("DOMContentLoaded", tellTooOld)
  : tellTooOld();

function tellTooOld() {
  document.getElementById("cannot-start").hidden = false;
}
