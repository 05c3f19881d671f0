// What is known at a moment: boxes with their fields, values with several names, what numbers can be, what
// guards taught; all of it in words as well.

import type { MomentBox, MomentLine, MomentSet } from "../api.gen";
import { passWords } from "../picture/words";
import { plural } from "../pipeline/words";
import { Numbers } from "./number";
import { Said } from "./said";
import { time } from "./state";

export function Known() {
  const m = time.shown.value;
  if (!m) return null;
  const taught = m.lines.filter((l) => l.kind === "compared");
  const nothing = m.boxes.length + m.sets.length + m.numbers.length + taught.length === 0;
  return (
    <section class="time-known" aria-label="What was known before">
      {nothing && <p class="time-nothing">Nothing is known yet.</p>}
      <Boxes boxes={m.boxes} />
      <Numbers numbers={m.numbers} />
      <Sets sets={m.sets} />
      {taught.length > 0 && (
        <>
          <h3>
            Compared <small>what guards said about two values</small>
          </h3>
          <ul class="time-compared">
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

function Boxes({ boxes }: { boxes: readonly MomentBox[] }) {
  if (boxes.length === 0) return null;
  const near = boxes.filter((b) => b.near);
  const others = boxes.filter((b) => !b.near);
  return (
    <>
      <h3>
        Boxes <small>dashed: only known · solid: in memory{time.shown.value?.loop ? " · “before”: of the round before" : ""}</small>
      </h3>
      {near.length > 0 && <BoxList boxes={near} label="Boxes that this row names" isNear />}
      {others.length > 0 && <BoxList boxes={others} label="Other boxes" />}
    </>
  );
}

function BoxList({ boxes, label, isNear = false }: { boxes: readonly MomentBox[]; label: string; isNear?: boolean }) {
  return (
    <ul class={`time-boxes${isNear ? " is-near" : ""}`} aria-label={label}>
      {boxes.map((b, i) => (
        <Box key={i} box={b} />
      ))}
    </ul>
  );
}

function Box({ box }: { box: MomentBox }) {
  const state = box.made ? "being made" : box.virtual ? "only known" : "in memory";
  return (
    <li class={`time-box${box.virtual ? " is-known" : ""}${box.made ? " is-made" : ""}`}>
      <p class="time-box-head">
        <b>
          <Said parts={box.name} />
        </b>
        <span class="tok-class">{box.class}</span>
        <span class="off-screen">, {state}</span>
      </p>
      {box.slots.map((s) => (
        <p key={s.name} class={`time-slot${s.waits ? " waits" : ""}`}>
          <span>{s.name}</span>
          <span>
            <Said parts={s.value} />
            {s.waits && <small> waits</small>}
          </span>
        </p>
      ))}
      {box.made && <p class="time-box-made">↓ being made</p>}
    </li>
  );
}

function Sets({ sets }: { sets: readonly MomentSet[] }) {
  if (sets.length === 0) return null;
  return (
    <>
      <h3>
        One value, several names <small>what a row’s result is now</small>
      </h3>
      <ul class="time-sets">
        {sets.map((s, i) => (
          <li key={i} class={s.near ? "is-near" : ""}>
            <b>
              <Said parts={s.value} />
            </b>
            {s.names.map((n, k) => (
              <span key={k}>
                <Said parts={n} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** All of it in sentences: what `unbox step` prints. */
function Words({ lines, left }: { lines: readonly MomentLine[]; left: number }) {
  const facts = lines.filter((l) => l.kind !== "pass" && l.kind !== "reason");
  if (facts.length === 0) return null;
  return (
    <details class="time-words">
      <summary>In words: {plural(facts.length, "fact")}</summary>
      <ul>
        {facts.map((l, i) => (
          <li key={i} class={l.near ? "is-near" : ""}>
            <Said parts={l.text} />
            <small title={passWords[l.pass]}>{l.pass}</small>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <button type="button" class="text-button" onClick={() => (time.all.value = true)}>
          {plural(left, "more fact")}, about other values
        </button>
      )}
    </details>
  );
}
