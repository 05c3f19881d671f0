// The Machine panel: the trace as x86-64 machine code, and how long it takes.

import { useErrorBoundary } from "preact/hooks";
import { StaleNote } from "../pipeline/stale";
import { faded, machinePart, staleReason } from "../state";
import { Broken } from "../ui/wrong";
import { CodeView } from "./code";
import { codeBehind } from "./local";
import { TimeView } from "./time";

const parts = [
  { id: "code", title: "Code" },
  { id: "time", title: "Times" },
] as const;

declare module "../state" {
  interface ViewNames {
    machine: true;
  }
}

export function MachinePanel() {
  const [error, reset] = useErrorBoundary();
  if (error) return <Broken what="The machine code" error={error} reset={reset} />;
  const behind = codeBehind.value && !staleReason.value;
  return (
    <div class={`machine container-machine min-height-15rem column grow stale-${staleReason.value || "none"} ${behind ? "is-behind" : ""} ${behind || faded() ? "is-stale" : ""}`}>
      <StaleNote />
      {machinePart.value === "code" ? <CodeView /> : <TimeView />}
    </div>
  );
}

/** The choice between code and times, next to the choice of views. */
export function MachineParts() {
  return (
    <div class="views-choice segments" role="group" aria-label="Machine">
      {parts.map((p) => (
        <button type="button" key={p.id} aria-pressed={machinePart.value === p.id} onClick={() => (machinePart.value = p.id)}>
          {p.title}
        </button>
      ))}
    </div>
  );
}
