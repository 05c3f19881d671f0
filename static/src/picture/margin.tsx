// Next to the picture, at a fixed place: the open reason, and the passes.

import { describe, historyOpen, objectsOpen, passes, stepToRow, toggleHistory, toggleObjects, togglePass, toPoint } from "../state";
import { later } from "../ui/later";
import { usePicture } from "./model";
import { Reason } from "./reason";
import { passWords } from "./words";

const AllObjects = later(() => import("./all-objects").then((m) => m.AllObjects), "styled");
const History = later(() => import("./history").then((m) => m.History), "styled");

export function Margin() {
  return (
    <aside class="margin pad-3-5-3-2 reading-1080px:rigid reading-1080px:max-height-38% reading-1080px:pad-2-4 reading-1080px:line-above column low scroll-down gap-4" aria-label="Reason and passes">
      <Reason />
      <ToMoment />
      {objectsOpen.value && <AllObjects />}
      {historyOpen.value !== "" && <History />}
      <Passes />
    </aside>
  );
}

/** A link from a reason to the moment at which it was decided. */
function ToMoment() {
  const picture = usePicture();
  const key = picture.why.value?.key ?? 0;
  // What a pass added has no moment of its own.
  const isRow = key > 0 && key < firstAdded;
  const objects = picture.whole.value?.objects ?? 0;
  if (!isRow && objects === 0) return null;
  return (
    <p class="to-moment below-2">
      {isRow && (
        <>
          <button type="button" class="text-button" onClick={() => stepToRow(key, picture.whole.peek()?.peeled ?? false)}>
            How was it decided?
          </button>
          <button type="button" class="text-button" aria-expanded={historyOpen.value !== ""} title="History (H)" onClick={toggleHistory}>
            History
          </button>
        </>
      )}
      {objects > 0 && (
        <button type="button" class="text-button" aria-expanded={objectsOpen.value} title="All objects (O)" onClick={toggleObjects}>
          Objects
        </button>
      )}
    </p>
  );
}

/** Keys from here on are those of rows that passes added. */
const firstAdded = 1 << 28;

/** The passes at fixed places, in their order, with what each took out of the rows. */
function Passes() {
  const picture = usePicture();
  const all = describe.value?.passes ?? [];
  const shares = new Map(picture.whole.value?.shares.map((s) => [s.pass, s]));
  return (
    <section class="shares" aria-label="Passes">
      <h3 class="headed">
        Passes <small>{toPoint.value === 0 ? "none has run yet" : "what each did to these rows"}</small>
      </h3>
      <ul>
        {all.map((pass) => {
          const on = passes.value.includes(pass.name);
          const share = shares.get(pass.name);
          const gone = share?.removed ?? 0;
          const changed = (share?.replaced ?? 0) + (share?.moved ?? 0);
          const did = gone + changed > 0 || (pass.name === "peel" && picture.whole.value?.peeled);
          return (
            <li key={pass.name} class={`row ${did ? "did" : "soft"}`}>
              <label class={`pass-share switch grid flex-1 columns-30px-3.4rem-1fr min-height-26px text-s ${did ? "ink" : ""}`}>
                <input type="checkbox" role="switch" checked={on} aria-label={`Pass ${pass.name}`} onChange={() => togglePass(pass.name)} />
                <span class="switch-track" aria-hidden="true" />
                <b class={did ? undefined : "regular"}>{pass.name}</b>
                <span class="slim">{passWords[pass.name] ?? pass.title}</span>
              </label>
              <span class="text-s nowrap">
                {!on ? "off" : pass.name === "peel" && picture.whole.value?.peeled ? "the loop" : <Share gone={gone} changed={changed} />}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Share({ gone, changed }: { gone: number; changed: number }) {
  if (gone + changed === 0) return <span aria-label="nothing">·</span>;
  return (
    <>
      {gone > 0 && <span class="count toned is-removed">−{gone}</span>}
      {changed > 0 && <span class="count toned is-moved"> {changed} changed</span>}
    </>
  );
}
