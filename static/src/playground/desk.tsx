// The page as a desk: three panes with bars between them.

import type { ComponentChildren } from "preact";
import { followEdits } from "../edited/state";
import { Pipeline } from "./pipeline";
import { RunPanel } from "../run";
import { initialColumns, initialRows, splitColumns, splitRows } from "../settings";
import { runOpen, tab, view } from "../state";
import { Separator } from "../layout/separator";
import { Tabs, narrow } from "./tabs";
import { TracePane } from "./trace-pane";

// From the first time on that something can be edited, whatever is shown meanwhile.
followEdits();

export function Desk() {
  return (
    <main class="panes presenting:pad-bottom-3 pad-0-3 grow flex" style={{ "--columns": splitColumns.value, "--rows": splitRows.value }}>
      <h1 class="off-screen">Unbox: watch a tracing JIT optimize</h1>
      <Tabs />
      <Pane id="trace" label="Recorded trace">
        <TracePane />
      </Pane>
      <Separator share={splitColumns} initial={initialColumns} between="columns" label="Width of the trace" controls="pane-trace" />
      <div class="panes-right slim column grow">
        <Pane id="passes" label="Pipeline">
          <Pipeline />
        </Pane>
        {runOpen.value && <Separator share={splitRows} initial={initialRows} between="rows" label="Height of the passes" controls="pane-passes" />}
        <Pane id="run" label="Run and compare">
          <RunPanel />
        </Pane>
      </div>
    </main>
  );
}

/** How a pane takes its share of the desk. */
function sizes(id: "trace" | "passes" | "run"): string {
  if (id === "trace") return "by-columns";
  if (id === "passes") return runOpen.value ? "by-rows" : "flex-1";
  return runOpen.value ? "flex-1" : "rigid space-2";
}

function Pane({ id, label, children }: { id: "trace" | "passes" | "run"; label: string; children: ComponentChildren }) {
  const named = id === "passes" && view.value === "machine" ? "machine" : id;
  const asTab = narrow.value ? { role: "tabpanel" as const, "aria-labelledby": `tab-${named}` } : { "aria-label": label };
  const hidden = narrow.value && tab.value !== id;
  return (
    <section id={`pane-${id}`} class={`pane clip lined corners-l relative low column slim paper pane-${id} ${sizes(id)} ${hidden ? "tabbed-away under-800px:gone" : ""}`} tabIndex={-1} {...asTab}>
      {children}
    </section>
  );
}
