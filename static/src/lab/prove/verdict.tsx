// The verdict: big and plain, then the counterexample, then the questions.

import { useEffect, useState } from "preact/hooks";
import type { ProveResponse } from "../../api.gen";
import { duration } from "../../ui/counts";
import { messageParts } from "../../ui/words";
import { deskReady } from "../desk";
import { budgetWords, costOf, errorsOf, type Verdict, verdictOf } from "./words";
import { errors, outdated, prove, proverLoaded, running, trouble, unloaded, verdict } from "./control";
import { CounterexampleView } from "./counterexample";
import { Questions } from "./questions";
import { SmtButton } from "./smt";
import { proveDoc } from "../state";

export function VerdictPane() {
  const shown = verdict.value;
  const words = shown && verdictOf(shown.answer);
  return (
    <section class={`pane clip lined corners-l low column slim paper lab-verdict grow print:block print:spills ${outdated.value ? "is-stale" : ""}`} aria-label="Verdict">
      <Progress />
      {words && shown ? (
        <div class="lab-verdict-body packed print:block print:spills under-800px:spills fades grow flex wrap scroll">
          <Headline words={words} answer={shown.answer} />
          {shown.answer.counterexample && (
            <CounterexampleView found={shown.answer.counterexample} doc={shown.doc} answer={shown.answer} />
          )}
          <Questions queries={shown.answer.queries} />
        </div>
      ) : (
        !running.value && <Nothing />
      )}
    </section>
  );
}

/** The state while there is no verdict for what is on screen. */
function Progress() {
  const now = running.value;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!now) return;
    const timer = setInterval(() => tick((n) => n + 1), 100);
    return () => clearInterval(timer);
  }, [now]);
  const broken = [...errorsOf(errors.value.before.list), ...errorsOf(errors.value.after.list)].length;
  if (!now) {
    if (trouble.value !== "") {
      return (
        <p class="lab-trouble rigid pad-y-2 pad-x-4 warning toned" role="status">
          {messageParts(trouble.value)}{" "}
          {unloaded.value && (
            <button type="button" class="text-button retry" onClick={() => void prove()}>
              Try again
            </button>
          )}
        </p>
      );
    }
    if (!outdated.value) return null;
    return (
      <p class="rigid pad-y-2 pad-x-4 soft" role="status">
        {broken > 0 ? "There are errors in the texts. Below is the last verdict." : "The traces were changed: below is the last verdict."}
      </p>
    );
  }
  const passed = performance.now() - now.since;
  const step = passed < 1_000 ? 100 : 1_000;
  // A proof that takes only a moment needs no message, which would just
  // flicker.
  if (passed < 250) return null;
  return (
    <div class="lab-progress rigid pad-y-2 pad-x-4 soft row gap-3 digits" role="status">
      <progress aria-label="Proving" {...(proverLoaded.value < 1 ? { max: 1, value: proverLoaded.value } : {})} />
      <span>
        {proverLoaded.value < 1
          ? "Loading the prover"
          : `Proving for ${duration(Math.floor(passed / step) * step)}; a question may take ${budgetWords(proveDoc.value.budget)}`}
      </span>
    </div>
  );
}

function Headline({ words, answer }: { words: Verdict; answer: ProveResponse }) {
  return (
    <div class={`lab-headline tone-ground full pad-y-3 pad-x-4 under-480px:wrap row gap-4 status-${words.status}`}>
      <span class="lab-sign disc width-1.7em height-1.7em title-l" aria-hidden="true">
        {words.sign}
      </span>
      <div class="grow under-480px:flex-1-1-60%" role="status">
        <p class="lab-word serif toned title-l tight">{words.headline}</p>
        <p class="lab-sentence text-l">{messageParts(words.detail)}</p>
        <p class="digits minor">{costOf(answer)}</p>
      </div>
      <SmtButton />
    </div>
  );
}

function Nothing() {
  const broken = errorsOf([...errors.value.before.list, ...errors.value.after.list]).length;
  return (
    <p class="rigid pad-y-2 pad-x-4 soft">
      {!deskReady.value
        ? "The prover is loading."
        : broken > 0
          ? "The verdict appears here as soon as both traces can be read."
          : "Ask with Prove: are the two traces equivalent for all inputs?"}
    </p>
  );
}
