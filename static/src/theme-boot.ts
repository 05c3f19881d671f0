// Runs before the first paint, so that the page never shows in the wrong theme
// or size. It is a script of its own because it has to be small and blocking.

try {
  const kept = JSON.parse(localStorage.getItem("unbox:settings:1") ?? "{}") as { theme?: string; fontSize?: number };
  const root = document.documentElement;
  if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
  if (typeof kept.fontSize === "number") root.style.setProperty("--code-size-set", `${kept.fontSize}px`);
} catch {
  // Without storage the system's theme it is.
}
