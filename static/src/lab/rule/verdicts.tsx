// One verdict for each rule: whether it holds, the numbers for which it does not,
// and whether rewriting with it comes to an end.

import type { RuleCounterexample, RuleLoop, RuleResponse, RuleVerdict } from "../../api.gen";
import { messageParts } from "../../ui/words";
import { signs, type LineStatus } from "../marks";
import { Forms } from "../prove/counterexample";
import { budgetWords } from "../prove/words";
import { lookedRule, ruleBudget, ruleTrouble, ruling, rulingOutdated, tryRules, trying, unloadedRules } from "./control";
import { duration, plural, sentence } from "../../ui/counts";

export function Verdicts() {
  const shown = ruling.value;
  return (
    <>
      <div class="pad-y-2 pad-x-4 soft" role="status">
        {trying.value > 0 && <span>Proving; a rule may take {budgetWords(ruleBudget)}</span>}
        {trying.value === 0 && ruleTrouble.value !== "" && <span class="lab-trouble warning toned">{messageParts(ruleTrouble.value)} {unloadedRules.value && <button type="button" class="text-button retry" onClick={() => void tryRules()}>Try again</button>}</span>}
        {trying.value === 0 && ruleTrouble.value === "" && <State />}
      </div>
      {shown && (
        <ol class="lab-rule-list fades">
          {shown.answer.rules.map((rule, k) => (
            <li key={rule.name} onPointerEnter={() => (lookedRule.value = k)} onPointerLeave={() => (lookedRule.value = -1)}>
              <OneRule rule={rule} />
            </li>
          ))}
        </ol>
      )}
      {shown && remarksOf(shown.answer).map((remark) => (
        <p class="pad-y-1 pad-x-4 soft" key={remark}>
          {messageParts(sentence(remark))}
        </p>
      ))}
    </>
  );
}

/** Notes next to the verdicts; loops are drawn there. */
function remarksOf({ remarks, rules }: RuleResponse): string[] {
  return remarks.filter((remark) => !rules.some((rule) => rule.loop && remark.includes(rule.loop.text)));
}

function State() {
  const shown = ruling.value;
  if (!shown) return <span>The prover is loading.</span>;
  const { errors, rules, ends } = shown.answer;
  if (errors.length > 0) return <span class="lab-trouble warning toned">{plural(errors.length, "error")} in the rules</span>;
  if (rulingOutdated.value) return <span>Changed since the last verdict</span>;
  if (rules.length === 0) return <span>Write a rule: a name, a pattern, a target.</span>;
  return <span>{ends ? "Rewriting comes to an end, together with the built-in rules too." : "Whether rewriting comes to an end is not known."}</span>;
}

const words: Record<LineStatus, string> = { proved: "Proved", refuted: "Refuted", unknown: "Unknown" };

function OneRule({ rule }: { rule: RuleVerdict }) {
  const status = rule.status as LineStatus;
  return (
    <article class={`lab-rule-verdict line-below status-${status}`} aria-label={`The rule ${rule.name}`}>
      <div class="lab-headline tone-ground pad-y-3 pad-x-4 row gap-4">
        <span class="lab-sign disc width-1.7em height-1.7em title-m" aria-hidden="true">
          {signs[status]}
        </span>
        <div class="grow">
          <p class="lab-word serif toned title-m tight">{words[status]}</p>
          <p class="lab-sentence text-l">
            <code>{rule.name}</code> {about(rule)}
          </p>
          <p class="digits minor">
            {rule.width} bits · {plural(rule.questions, "question")} · {duration(rule.time)}
            {rule.by && ` · by ${rule.by}`}
          </p>
        </div>
      </div>
      <div class="lab-rule-more pad-y-3 pad-x-4">
        {rule.counterexample && <Counter found={rule.counterexample} />}
        {rule.loop && <Loop loop={rule.loop} />}
      </div>
    </article>
  );
}

function about(rule: RuleVerdict) {
  if (rule.status === "proved") return rule.never ? "holds, but no numbers meet its condition." : "holds for all numbers.";
  if (rule.status === "refuted") return "is wrong for these numbers.";
  return messageParts(`could not be settled. ${sentence(rule.reason ?? "")}`);
}

function Counter({ found }: { found: RuleCounterexample }) {
  return (
    <div class="lab-rule-counter">
      <dl class="below-3 grid gap-2">
        {found.values.map((value) => (
          <div class="lab-input gap-x-3 toolbar baseline" key={value.name}>
            <dt class="min-width-5.2em">
              <span class="input-name ink strong mono text-l">{value.name}</span>
            </dt>
            <dd class="lab-value tight text-xl strong mono anywhere">{value.value[1]}</dd>
            <Forms value={value} />
          </div>
        ))}
      </dl>
      <dl class="gap-y-2 gap-x-5 flex wrap">
        <div>
          <dt>the pattern gives</dt>
          <dd class="lab-value tight text-xl strong mono anywhere">{found.pattern}</dd>
        </div>
        <div>
          <dt>the target gives</dt>
          <dd class="lab-value tight text-xl strong mono anywhere differs">{found.target}</dd>
        </div>
      </dl>
    </div>
  );
}

function Loop({ loop }: { loop: RuleLoop }) {
  return (
    <div class="lab-rule-loop">
      <p>
        <strong>{loop.grows ? "Rewriting never ends: the expressions grow." : "Rewriting never ends: it comes back."}</strong>
      </p>
      <ol class="space-1">
        {loop.steps.map((step, k) => (
          <li key={k}>
            <code>{step}</code>
            {k < loop.rules.length && <span class="soft"> by {loop.rules[k]}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
