// The keys of a list of tabs: only the chosen one is in the order of the Tab key, arrows go from one to the next.

/**
 * Chooses the next or the previous tab, around the ends, and gives it the focus: the element with the ID `prefix` and the tab's name.
 * Other keys than the arrows to the left and to the right are left alone.
 */
export function stepTabs<Name extends string>(e: KeyboardEvent, names: readonly Name[], now: Name, choose: (name: Name) => void, prefix = "tab-"): void {
  const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
  if (by === 0) return;
  e.preventDefault();
  const next = names[(names.indexOf(now) + by + names.length) % names.length]!;
  choose(next);
  document.getElementById(`${prefix}${next}`)?.focus();
}
