// What opens above a page of the lessons: the contents, the search, the list of
// keys.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Modal, type Shortcut, ShortcutsDialog } from "../ui/modal";
import { type CoursePage, coursePages } from "./data";
import { findPages } from "./find";
import { kept } from "./state";
import { at } from "../site";

/** Which of them is open. */
export const dialog = signal<"" | "contents" | "search" | "keys">("");

/** Closes one of them. The browser says of a closing later, when another may be open. */
const closing = (name: "contents" | "search" | "keys") => () => {
  if (dialog.value === name) dialog.value = "";
};

export function Dialogs({ base }: { base: string }) {
  if (dialog.value === "contents") return <Contents base={base} />;
  if (dialog.value === "search") return <Search base={base} />;
  return dialog.value === "keys" ? <ShortcutsDialog list={keys} onClose={closing("keys")} /> : null;
}

/** The pages of the course, or why they are not there (yet). */
function usePages(base: string): { pages: CoursePage[]; problem: string; loading: boolean } {
  const [state, setState] = useState<ReturnType<typeof usePages>>({ pages: [], problem: "", loading: true });
  useEffect(() => {
    coursePages(base).then(
      (pages) => setState({ pages, problem: "", loading: false }),
      (error: Error) => setState({ pages: [], problem: `The list of lessons could not be loaded: ${error.message}.`, loading: false }),
    );
  }, [base]);
  return state;
}

function Contents({ base }: { base: string }) {
  const { pages, problem } = usePages(base);
  const done = kept.doneSteps();
  const chapters = pages.filter((p) => !p.step && !p.kind);
  return (
    <Modal id="contents" title="Contents" class="drawer" onClose={closing("contents")}>
      {problem && <p role="alert">{problem}</p>}
      <nav aria-label="All lessons">
        <ol class="spaced space-4 text-xl serif regular">
          {chapters.map((chapter) => (
            <li key={chapter.path}>
              <a href={chapter.path} aria-current={current(chapter.path)}>
                {chapter.title}
              </a>
              <ol class="space-half text-m sans">
                {pages
                  .filter((p) => p.step && p.path.startsWith(chapter.path))
                  .map((p) => (
                    <li key={p.path} class={done.has(p.step!) ? "done" : ""}>
                      <a href={p.path} aria-current={current(p.path)}>
                        {p.title}
                        {done.has(p.step!) && <span class="off-screen"> (done)</span>}
                      </a>
                    </li>
                  ))}
              </ol>
            </li>
          ))}
        </ol>
        <p class="drawer-more space-4 text-s">
          <a href={`${base}language`}>The language of the lessons</a>
          <a href={at("/glossary")}>Glossary</a>
        </p>
      </nav>
    </Modal>
  );
}

function current(path: string): "page" | undefined {
  return path === location.pathname ? "page" : undefined;
}

function Search({ base }: { base: string }) {
  const { pages, problem, loading } = usePages(base);
  const [question, setQuestion] = useState("");
  const [chosen, setChosen] = useState(0);
  const hits = findPages(pages, question);
  const now = Math.min(chosen, hits.length - 1);
  const move = (e: KeyboardEvent) => {
    if (e.key === "ArrowDown") setChosen(Math.min(now + 1, hits.length - 1));
    else if (e.key === "ArrowUp") setChosen(Math.max(now - 1, 0));
    else if (e.key === "Enter" && hits[now]) location.assign(hits[now].page.path);
    else return;
    e.preventDefault();
  };
  return (
    <Modal id="search" title="Search the lessons" class="space-12vh" onClose={closing("search")}>
      <input
        data-first
        class="search-input full space-3 text-xl"
        type="text"
        role="combobox"
        aria-label="Words to find"
        aria-expanded={hits.length > 0}
        aria-controls="search-hits"
        aria-activedescendant={hits.length > 0 ? `hit-${now}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={question}
        onInput={(e) => {
          setQuestion(e.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={move}
      />
      <p class="space-1 minor" role="status">
        {problem || (question.trim() === "" ? "Arrows choose, Enter opens." : hits.length > 0 ? "" : loading ? "Loading the lessons…" : "No page has all of these words.")}
      </p>
      <ul class="search-hits long-list" id="search-hits" role="listbox" aria-label="Pages">
        {hits.map((hit, i) => (
          <li class="item" key={hit.page.path} id={`hit-${i}`} role="option" aria-selected={i === now} onClick={() => location.assign(hit.page.path)}>
            <span class="hit-title strong">{hit.page.title}</span> <span class="ahead-2 minor">{hit.page.chapter}</span>
            <span class="hit-text block soft">
              {hit.before}
              <mark>{hit.match}</mark>
              {hit.after}
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

const keys: readonly Shortcut[] = [
  { group: "Everywhere", keys: ["Mod+Enter", "Shift+Enter"], does: "Run the tests" },
  { group: "Outside the editor", keys: ["PageDown"], does: "Next page" },
  { group: "Outside the editor", keys: ["PageUp"], does: "Page before" },
  { group: "Outside the editor", keys: ["/"], does: "Search all lessons" },
  { group: "Outside the editor", keys: ["C"], does: "Contents" },
  { group: "Outside the editor", keys: ["H"], does: "One more hint" },
  { group: "Outside the editor", keys: ["E"], does: "Go to the editor" },
  { group: "Outside the editor", keys: ["?"], does: "This list" },
  { group: "In the editor", keys: ["Ctrl+Space"], does: "Names to choose from; arrows choose, Enter takes one" },
  { group: "In the editor", keys: ["Mod+Shift+Space"], does: "The arguments of the call at the cursor" },
  { group: "In the editor", keys: ["F1"], does: "The reference, at the name under the cursor" },
  { group: "In the editor", keys: ["Esc, then Tab"], does: "Leave the editor" },
  { group: "In the editor", keys: ["Mod+Z"], does: "Undo, also a reset" },
  { group: "In the editor", keys: ["Mod+/"], does: "Turn lines into comments, and back" },
  { group: "In the editor", keys: ["Mod+F"], does: "Search in the code" },
  { group: "While somebody suggests a change of your code", keys: ["Alt+Y"], does: "Accept it, if it still fits" },
  { group: "While somebody suggests a change of your code", keys: ["Alt+N"], does: "Decline it" },
  { group: "On the bars between panes", keys: ["Arrows"], does: "Resize; Enter or a double click resets" },
];
