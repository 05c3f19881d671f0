// Where there is only room for one pane, tabs choose which one.

import { batch, computed, signal } from "@preact/signals";
import { tab, view } from "../state";
import { stepTabs } from "../ui/tab-keys";

// Not on paper, which is as narrow, and has no tabs to choose with.
const media = matchMedia("screen and (max-width: 800px)");
/** True while the page shows one pane at a time. */
export const narrow = signal(media.matches);
media.addEventListener("change", () => (narrow.value = media.matches));

const tabs = [
  { id: "trace", title: "Trace" },
  { id: "passes", title: "Passes" },
  { id: "run", title: "Run" },
  { id: "machine", title: "Machine" },
] as const;

type TabId = (typeof tabs)[number]["id"];

/** The chosen tab; the machine code is a view of the pane of the passes. */
const chosen = computed<TabId>(() => (tab.value === "passes" && view.value === "machine" ? "machine" : tab.value));

function choose(id: TabId): void {
  batch(() => {
    if (id === "machine") view.value = "machine";
    else if (id === "passes" && view.peek() === "machine") view.value = "passes";
    tab.value = id === "machine" ? "passes" : id;
  });
}

export function Tabs() {
  if (!narrow.value) return null;
  return (
    <div class="tabs pad-x-2 flex rigid" role="tablist" aria-label="Panes" onKeyDown={(e) => stepTabs(e, tabs.map((t) => t.id), chosen.value, choose)}>
      {tabs.map((t) => (
        <button
          type="button"
          key={t.id}
          id={`tab-${t.id}`}
          role="tab"
          aria-selected={chosen.value === t.id}
          aria-controls={`pane-${t.id === "machine" ? "passes" : t.id}`}
          tabIndex={chosen.value === t.id ? 0 : -1}
          onClick={() => choose(t.id)}
        >
          {t.title}
        </button>
      ))}
    </div>
  );
}
