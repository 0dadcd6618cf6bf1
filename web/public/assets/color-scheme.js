// Before the first paint, so that a dark page never flashes white.
(() => {
  let wanted = null;
  try {
    wanted = localStorage.getItem("mantine-color-scheme-value");
  } catch {}
  const isDark =
    wanted === "dark" || (wanted !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();
