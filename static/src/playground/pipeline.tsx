// The right-hand side of the page: the passes, what they did, and the diff
// between two points of the pipeline.

import "../style/pipeline.css";
import { useErrorBoundary } from "preact/hooks";
import { Compare } from "../compare";
import { pair } from "../edited/state";
import { MachinePanel, MachineParts } from "../machine";
import { pypyText, result, staleReason, view } from "../state";
import { Diff } from "../pipeline/diff";
import { Waiting } from "../pipeline/empty";
import { Picture } from "../picture";
import { PictureOf } from "../picture/model";
import { picture } from "../picture/state";
import { Margin } from "../picture/margin";
import { StaleNote } from "../pipeline/stale";
import { Strip } from "../pipeline/strip";
import { Impossible } from "../pipeline/summary";
import { later } from "../ui/later";
import { Broken } from "../ui/wrong";
import { ProveButton, ProveLine } from "./prove";
import { type DeskView, EditEffect, PyPyTools, Views } from "./views";

const PictureStrip = later(() => import("../picture/strip").then((m) => m.PictureStrip), "styled");
const Edited = later(() => import("../edited").then((m) => m.Edited), "styled");

/** The views, in the order in which they can be chosen. */
const views: readonly DeskView[] = [
  { id: "passes", title: "Both columns", Body: Passes },
  { id: "pypy", title: "Beside PyPy’s", Body: Compare, Tools: PyPyTools, there: () => pypyText.value !== "" },
  { id: "picture", title: "Picture", Body: PictureView },
  { id: "edited", title: "Last edit", Body: Edited, Note: EditEffect, there: () => pair.value !== null },
  { id: "machine", title: "Machine", Body: MachinePanel, Tools: MachineParts },
];

export function Pipeline() {
  const [error, reset] = useErrorBoundary();
  // An error in drawing must not take down the editor.
  if (error) return <Broken what="The comparison" error={error} reset={reset} />;
  const { Body } = views.find((v) => v.id === view.value && (v.there?.() ?? true)) ?? views[0]!;
  return (
    <div class={`pipeline tall column grow scroll-down paper stale-${staleReason.value || "none"}`}>
      <Views views={views} />
      <Body />
    </div>
  );
}

function Passes() {
  const shown = result.value;
  return (
    <>
      <Strip />
      {shown && shown.impossible.length > 0 && <Impossible reason={shown.impossible} />}
      {!shown ? <Waiting /> : shown.rows === 0 ? <EmptyTrace /> : <Diff guests={{ tool: <ProveButton />, line: <ProveLine /> }} />}
    </>
  );
}

/** The picture beside the editor. */
function PictureView() {
  return (
    <div class="reading">
      <StaleNote />
      {result.value ? (
        <PictureOf value={picture}>
          <div class="reading-body reading-1080px:flex reading-1080px:downwards grow grid">
            <Picture aside={PictureStrip} />
            <Margin />
          </div>
        </PictureOf>
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function EmptyTrace() {
  return (
    <p class="measured pad-y-4 pad-x-4 soft">
      This trace has no operations. Write one in the editor, for example <code>i1 = int_add(i0, 0)</code>, or open an
      example.
    </p>
  );
}
