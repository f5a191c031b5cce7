// Before anything is painted: light or dark, as chosen, else as the system says.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("quarry.theme");
  } catch {
    // Without storage the theme follows the system.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
