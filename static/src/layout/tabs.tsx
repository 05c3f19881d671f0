// Where there is only room for one pane, tabs choose which one.

import { signal } from "@preact/signals";
import { tab } from "../state";

const media = matchMedia("(max-width: 800px)");
/** True while the page shows one pane at a time. */
export const narrow = signal(media.matches);
media.addEventListener("change", () => (narrow.value = media.matches));

const tabs = [
  { id: "trace", title: "Trace" },
  { id: "passes", title: "Passes" },
  { id: "run", title: "Run" },
] as const;

export function Tabs() {
  if (!narrow.value) return null;
  return (
    <div class="tabs" role="tablist" aria-label="Panes" onKeyDown={move}>
      {tabs.map((t) => (
        <button
          type="button"
          key={t.id}
          id={`tab-${t.id}`}
          role="tab"
          aria-selected={tab.value === t.id}
          aria-controls={`pane-${t.id}`}
          tabIndex={tab.value === t.id ? 0 : -1}
          onClick={() => (tab.value = t.id)}
        >
          {t.title}
        </button>
      ))}
    </div>
  );
}

function move(e: KeyboardEvent): void {
  const at = tabs.findIndex((t) => t.id === tab.value);
  const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
  if (by === 0) return;
  e.preventDefault();
  tab.value = tabs[(at + by + tabs.length) % tabs.length]!.id;
  document.getElementById(`tab-${tab.value}`)?.focus();
}
