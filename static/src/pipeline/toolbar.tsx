// The tools of the diff: search, steps from difference to difference, what to
// show, and copying.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { result, searchRequests, selectedRowIndex } from "../state";
import { exportedText } from "../asides";
import { copyText } from "./clipboard";
import { toMarkdown } from "./copy";
import type { Listing } from "./listing";
import { changesOnly, query, shortPaths, stepChange } from "./local";
import { plural, pointName } from "./words";

interface Props {
  /** How many matches there are, and which one is stepped to (0-based, -1 for none). */
  matches: number;
  current: number;
  onStep: (by: -1 | 1) => void;
}

export function Toolbar({ matches, current, onStep }: Props) {
  return (
    <div class="diff-tools">
      <Search matches={matches} current={current} onStep={onStep} />
    </div>
  );
}

function Search({ matches, current, onStep }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // At once, not a frame later: the next key already belongs to the search.
  useEffect(() => {
    const before = searchRequests.peek();
    return effect(() => {
      if (searchRequests.value === before) return;
      input.current?.focus();
      input.current?.select();
    });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      onStep(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      query.value = "";
      (document.querySelector(".diff-scroll") as HTMLElement | null)?.focus();
    }
  };
  const searching = query.value !== "";
  return (
    <div class="search" role="search">
      <input
        ref={input}
        type="search"
        class="search-input"
        placeholder="Search"
        aria-label="Search in both traces and the reasons"
        aria-keyshortcuts="/"
        spellcheck={false}
        autocomplete="off"
        value={query.value}
        onInput={(e) => (query.value = e.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {!searching && (
        <kbd class="search-key" aria-hidden="true">
          /
        </kbd>
      )}
      {searching && (
        <>
          <span class="search-count" role="status">
            {matches === 0
              ? "not found"
              : current < 0 || current >= matches
                ? `${matches} found`
                : `${current + 1} of ${matches}`}
          </span>
          <button
            type="button"
            class="icon-button go-up"
            aria-label="Previous match"
            disabled={matches === 0}
            onClick={() => onStep(-1)}
          />
          <button
            type="button"
            class="icon-button go-down"
            aria-label="Next match"
            disabled={matches === 0}
            onClick={() => onStep(1)}
          />
        </>
      )}
    </div>
  );
}

/** Folds away what did not change. */
export function OnlyChanges() {
  return (
    <label class="tool-check">
      <input
        type="checkbox"
        checked={changesOnly.value}
        onChange={(e) => (changesOnly.value = e.currentTarget.checked)}
      />
      only changes
    </label>
  );
}

/** Leaves out the package paths in descriptors, where there are any. */
export function ShortNames() {
  return (
    <label class="tool-check" title="Leave out the package path in descriptors">
      <input
        type="checkbox"
        checked={shortPaths.value}
        onChange={(e) => (shortPaths.value = e.currentTarget.checked)}
      />
      short names
    </label>
  );
}

export function ChangeSteps({ listing }: { listing: Listing }) {
  const at = listing.changes.indexOf(selectedRowIndex.value);
  const total = listing.changes.length;
  return (
    <div class="change-steps" role="group" aria-label="Changes">
      <button type="button" class="icon-button go-up" aria-label="Previous change" onClick={() => stepChange(-1)} />
      <span class="change-count">{at < 0 ? plural(total, "change") : `${at + 1} of ${total}`}</span>
      <button type="button" class="icon-button go-down" aria-label="Next change" onClick={() => stepChange(1)} />
    </div>
  );
}

export function CopyMenu({ listing }: { listing: Listing }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const shown = result.value;
  if (!shown) return null;
  const left = pointName(shown.stages, shown.from);
  const right = pointName(shown.stages, shown.to);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const pick = (text: string, what: string) => () => {
    close();
    void copyText(text, what);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !menu.current?.open) return;
    event.stopPropagation();
    close();
    menu.current.querySelector("summary")?.focus();
  };
  const onFocusOut = (event: FocusEvent) => {
    if (!menu.current?.contains(event.relatedTarget as Node | null)) close();
  };
  return (
    <details class="copy-menu" ref={menu} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <summary>Copy</summary>
      <div class="copy-items">
        <button type="button" onClick={pick(exportedText(shown, "left"), `the left trace (${left})`)}>
          Copy left <span>{left}</span>
        </button>
        <button type="button" onClick={pick(exportedText(shown, "right"), `the right trace (${right})`)}>
          Copy right <span>{right}</span>
        </button>
        <button type="button" onClick={() => pick(toMarkdown(shown, listing), "the comparison as Markdown")()}>
          Copy as Markdown <span>diff and reasons</span>
        </button>
      </div>
    </details>
  );
}
