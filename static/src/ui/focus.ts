// Keeps the focus near where it was when what has it goes away: a button that is needed no more, a view that another one
// replaces. The browser would give it to the whole page, and whoever uses the keyboard or a screen reader would begin again at the top.

/** What had the focus last and was not left on purpose, and the elements around it, the nearest first. */
let last: HTMLElement | null = null;
let around: HTMLElement[] = [];
let keeps = false;

/** Begins to keep the focus on this page; a second time nothing happens. */
export function keepFocus(): void {
  if (keeps) return;
  keeps = true;
  // After the browser has moved the focus by itself, such as to what follows a menu that Tab closes.
  const watcher = new MutationObserver(() => setTimeout(check));
  const forget = () => {
    last = null;
    watcher.disconnect();
  };
  document.addEventListener("focusin", ({ target }) => {
    forget();
    // An editor stays, and much changes in it with each key.
    if (!(target instanceof HTMLElement) || target.isContentEditable) return;
    last = target;
    around = [];
    watcher.observe(target, { attributes: true, attributeFilter: ["disabled"] });
    for (let e = target.parentElement; e; e = e.parentElement) {
      around.push(e);
      watcher.observe(e, { childList: true });
    }
  });
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (!relatedTarget) setTimeout(() => target === last && last?.isConnected && !last.matches(":disabled") && isNowhere() && forget());
  });
  document.addEventListener("pointerdown", forget, { capture: true });
}

/** Nothing particular has the focus. */
function isNowhere(): boolean {
  return document.hasFocus() && (!document.activeElement || document.activeElement === document.body);
}

function check(): void {
  if (!last || !isNowhere()) return;
  if (last.isConnected) {
    if (!last.matches(":disabled")) last.focus({ preventScroll: true }); // it could not be used for a moment
    return;
  }
  const left = around.find((e) => e.isConnected && e.checkVisibility());
  if (!left) return;
  const heading = left.querySelector("h1"); // of another view
  // A view whose heading is still to come.
  if (heading || left.tagName !== "MAIN") give(heading ?? left, !heading);
}

/** Gives the focus to an element that cannot be reached with Tab. */
function give(element: HTMLElement, preventScroll: boolean): void {
  if (!element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    element.dataset["kept"] = "";
    element.addEventListener(
      "blur",
      () => {
        element.removeAttribute("tabindex");
        delete element.dataset["kept"];
      },
      { once: true },
    );
  }
  element.focus({ preventScroll });
}
