// What is known at a moment: objects, values with several names, ranges of numbers, facts
// from guards; all of it in words, too.

import { useMemo, useState } from "preact/hooks";
import type { MomentLine, MomentSet } from "../api.gen";
import { passWords } from "../picture/words";
import { Numbers } from "./number";
import { Objects, boxLook } from "./objects";
import { objectsOf } from "./objects-words";
import { Said } from "./said";
import { useMoment, useWalk } from "./walk-model";
import { plural } from "../ui/counts";

export function Known() {
  const m = useMoment();
  const taught = m.lines.filter((l) => l.kind === "compared");
  const nothing = m.boxes.length + m.kept.length + m.sets.length + m.numbers.length + taught.length === 0;
  return (
    <section class="time-known column slim low time-600px:below-4 time-600px:spills scroll-down" aria-label="What was known before">
      {nothing && <p class="soft">Nothing is known yet.</p>}
      <Boxes />
      <Numbers numbers={m.numbers} />
      <Sets sets={m.sets} />
      {taught.length > 0 && (
        <>
          <h3 class="headed">
            Compared <small>what guards said about two values</small>
          </h3>
          <ul class="gap-3px grid">
            {taught.map((l, i) => (
              <li key={i}>
                <Said parts={l.text} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Words lines={m.lines} left={m.left} />
    </section>
  );
}

function Boxes() {
  const m = useMoment();
  const walk = useWalk()!;
  const objects = useMemo(() => objectsOf(m), [m]);
  if (objects.length === 0) return null;
  return (
    <>
      <h3 class="headed">
        Objects{" "}
        <small>
          <Swatch of="known" /> only known · <Swatch of="made" /> made{m.loop ? " · “before”: of the previous iteration" : ""}
        </small>
      </h3>
      <Objects objects={objects} label="Objects" font={walk.fontSize.value} go={({ row }) => walk.goToRow(row!.key, row!.loop)} />
    </>
  );
}

/** The drawing style of a box, next to the word for it: a colour's name would mean nothing with the reader's own
 * colours. */
function Swatch({ of }: { of: "known" | "made" }) {
  return (
    <svg class={`heap-box is-${of}`} width="16" height="12" aria-hidden="true">
      <rect class={boxLook(of, false, false)} x="2" y="2" width="12" height="8" rx="2" />
    </svg>
  );
}

function Sets({ sets }: { sets: readonly MomentSet[] }) {
  if (sets.length === 0) return null;
  return (
    <>
      <h3 class="headed">
        One value, several names <small>what a row’s result is now</small>
      </h3>
      <ul class="time-sets flex wrap gap-2">
        {sets.map((s, i) => (
          <li key={i} class={`tag framed ${s.near ? "is-added is-near" : ""}`}>
            <b>
              <Said parts={s.value} />
            </b>
            {s.names.map((n, k) => (
              <span class="ahead-2" key={k}>
                <Said parts={n} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** All of it in sentences: what `unbox step` prints. They are made once somebody opens them: closed, they would be made anew with each step for nobody. */
function Words({ lines, left }: { lines: readonly MomentLine[]; left: number }) {
  const all = useWalk()?.all;
  const [open, setOpen] = useState(false);
  const facts = lines.filter((l) => l.kind !== "pass" && l.kind !== "reason");
  if (facts.length === 0) return null;
  return (
    <details class="time-words space-4 below-3 soft" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>In words: {plural(facts.length, "fact")}</summary>
      {open && (
        <ul class="space-2">
          {facts.map((l, i) => (
            <li key={i} class={l.near ? "is-near ink" : ""}>
              <Said parts={l.text} />
              <small class="ahead-2 faint" title={passWords[l.pass]}>{l.pass}</small>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && all && (
        <button type="button" class="text-button" onClick={() => (all.value = true)}>
          {plural(left, "more fact")}, about other values
        </button>
      )}
    </details>
  );
}
