// The tools of the diff: search, steps from difference to difference, what to
// show, and copying.

import { useLayoutEffect, useRef } from "preact/hooks";
import { focusRequest, shown } from "../state";
import type { TextResponse } from "../api.gen";
import { Chevron } from "../ui/icons";
import { copyText } from "./clipboard";
import type { Listing } from "./listing";
import { type Search, search } from "./search";
import { diff } from "./state";
import { pointName } from "./words";
import { plural } from "../ui/counts";

export function Toolbar() {
  return (
    <div class="gap-4px-2 toolbar minor">
      <SearchField search={search} />
    </div>
  );
}

export function SearchField({ search }: { search: Search }) {
  const matches = search.total.value;
  const current = search.at.value;
  const onStep = (by: -1 | 1) => void search.step(by);
  const input = useRef<HTMLInputElement>(null);
  const wanted = focusRequest.value === "search";
  // When it is drawn, not a frame later: the next key already belongs to the search.
  useLayoutEffect(() => {
    if (!wanted) return;
    focusRequest.value = null;
    input.current?.focus();
    input.current?.select();
  }, [wanted]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      onStep(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      search.query.value = "";
      (document.querySelector(".diff-scroll") as HTMLElement | null)?.focus();
    }
  };
  const searching = search.query.value !== "";
  return (
    <div class="relative flex gap-half centred" role="search">
      <input
        ref={input}
        type="search"
        class="search-input width-7.5rem min-height-28px"
        placeholder="Search"
        aria-label="Search in both traces and the reasons"
        aria-keyshortcuts="/"
        spellcheck={false}
        autocomplete="off"
        value={search.query.value}
        onInput={(e) => (search.query.value = e.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {!searching && (
        <kbd class="search-key inset-auto-7px-auto-auto text-xs leading-15px mono framed absolute no-pointer faint" aria-hidden="true">
          /
        </kbd>
      )}
      {searching && (
        <>
          <span class="search-count min-width-4.5em pad-left-6px digits" role="status">
            {matches === 0
              ? "not found"
              : current < 0 || current >= matches
                ? `${matches} found`
                : `${current + 1} of ${matches}`}
          </span>
          <button
            type="button"
            class="button small icon-only soft"
            aria-label="Previous match"
            disabled={matches === 0}
            onClick={() => onStep(-1)}
          >
            <Chevron to="up" />
          </button>
          <button
            type="button"
            class="button small icon-only soft"
            aria-label="Next match"
            disabled={matches === 0}
            onClick={() => onStep(1)}
          >
            <Chevron to="down" />
          </button>
        </>
      )}
    </div>
  );
}

/** Folds away what did not change. */
export function OnlyChanges() {
  return (
    <label class="tool-check pipeline-699px:order-4 inline-flex gap-2 pointer centred nowrap minor">
      <input
        type="checkbox"
        checked={diff.changesOnly.value}
        onChange={(e) => (diff.changesOnly.value = e.currentTarget.checked)}
      />
      only changes
    </label>
  );
}

/** Leaves out the package paths in descriptors, where there are any. */
export function ShortNames() {
  return (
    <label class="tool-check pipeline-699px:order-4 inline-flex gap-2 pointer centred nowrap minor" title="Leave out the package path in descriptors">
      <input
        type="checkbox"
        checked={diff.shortPaths.value}
        onChange={(e) => (diff.shortPaths.value = e.currentTarget.checked)}
      />
      short names
    </label>
  );
}

export function ChangeSteps({ listing }: { listing: Listing }) {
  const total = listing.result.differing;
  const at = listing.row(diff.chosenRow.value)?.change ?? 0;
  return (
    <div class="change-steps pipeline-699px:order-3 pipeline-699px:push flex centred minor" role="group" aria-label="Changes">
      <button type="button" class="button small icon-only soft" aria-label="Previous change" onClick={() => void diff.stepChange(-1)}>
        <Chevron to="up" />
      </button>
      <span class="min-width-5.6em pad-x-1 nowrap digits to-middle">{at === 0 ? plural(total, "change") : `${at} of ${total}`}</span>
      <button type="button" class="button small icon-only soft" aria-label="Next change" onClick={() => void diff.stepChange(1)}>
        <Chevron to="down" />
      </button>
    </div>
  );
}

/** The text of one side, or the comparison as Markdown; null if it is not to be had. */
export async function wholeText(form: "left" | "right" | "markdown"): Promise<string | null> {
  const answer = await diff.ask<TextResponse>("text", "text", { form, from: 0, to: -1, start: 0, end: -1 });
  return answer?.text ?? null;
}

export function CopyMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const now = shown.value;
  if (!now) return null;
  const left = pointName(now.request.passes, now.answer.from);
  const right = pointName(now.request.passes, now.answer.to);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const pick = (form: "left" | "right" | "markdown", what: string) => async () => {
    close();
    const text = await wholeText(form);
    if (text !== null) await copyText(text, what);
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
    <details class="copy-menu pipeline-699px:order-4 relative text-s" ref={menu} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <summary class="button small">
        Copy <Chevron />
      </summary>
      <div class="copy-items z-5 inset-32px-0-auto-auto width-20rem pad-y-1 pad-x-1 absolute floating">
        <button type="button" class="item flex gap-2 spread nowrap" onClick={pick("left", `the left trace (${left})`)}>
          Copy left <span class="faint">{left}</span>
        </button>
        <button type="button" class="item flex gap-2 spread nowrap" onClick={pick("right", `the right trace (${right})`)}>
          Copy right <span class="faint">{right}</span>
        </button>
        <button type="button" class="item flex gap-2 spread nowrap" onClick={pick("markdown", "the comparison as Markdown")}>
          Copy as Markdown <span class="faint">diff and reasons</span>
        </button>
      </div>
    </details>
  );
}
