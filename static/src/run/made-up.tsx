// What a run of a recorded trace assumes, because only its original program knows
// it, with a way to change it.

import { messageParts } from "../ui/words";
import { inputs, run, runStale } from "../state";
import { ownObject } from "../inputs";
import { madeUpWords } from "./words";

export function MadeUpNote() {
  const made = run.value?.madeUp;
  if (!made) return null;
  return (
    <div class={`made-up minor space-3 anywhere${runStale.value ? " is-stale" : ""}`}>
      <p>{messageParts(madeUpWords(made))}</p>
      {made.constants.length > 0 && <Bind constants={made.constants} />}
    </div>
  );
}

/** Gives a constant a field of its own. */
function Bind({ constants }: { constants: string[] }) {
  const free = constants.filter((name) => inputs.value[name] === undefined);
  if (free.length === 0) return null;
  return (
    <label class="made-up-bind max-width-14em inline-flex baseline space-1">
      say what one is{" "}
      <select
        class="head-select max-width-14em"
        value=""
        onChange={(e) => {
          const name = e.currentTarget.value;
          if (name !== "") inputs.value = { ...inputs.peek(), [name]: ownObject };
        }}
      >
        <option value="">choose</option>
        {free.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
