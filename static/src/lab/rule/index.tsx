// The view "Try a rule": rules, what is proved or refuted of each while one types,
// and what they do to a trace.

import { useMemo } from "preact/hooks";
import { Menu, type MenuItem } from "../../ui/menu";
import { Play } from "../../ui/icons";
import { docsMenu } from "../doc-menu";
import { LabEditor } from "../editor";
import type { LineMarks, LineStatus } from "../marks";
import { Problems } from "../problems";
import { openDoc, ruleDoc, setRule } from "../state";
import { Applied } from "./applied";
import { lookedRule, ruling, rulingOutdated, stopTrying, tryRules, trying } from "./control";
import { ruleExamples } from "./examples";
import { ruleLanguage } from "./language";
import { Verdicts } from "./verdicts";

export function RuleView() {
  return (
    <>
      <div class="lab-bar print:gone under-800px:gap-1-3 under-800px:pad-6px-3-10px gap-y-1 gap-x-4 pad-y-1 pad-x-1 rigid toolbar" role="group" aria-label="Which rules">
        <Menu label="Examples" items={exampleItems} wide />
        {docsMenu("rule")}
        <span class="header-space grow under-800px:flex-1-1-100%" />
        {trying.value > 0 ? (
          <button type="button" class="button lab-cancel steady push" onClick={stopTrying}>
            Cancel
          </button>
        ) : (
          <button type="button" class="button primary lab-prove steady push" onClick={() => void tryRules()}>
            <Play />
            Try
          </button>
        )}
      </div>
      <div class="lab-rules print:block under-800px:block columns-1fr-1.05fr grow grid gap-2">
        <div class="lab-rule-texts print:block under-800px:block rows-1.15fr-1fr grid low gap-2">
          <RulesPane />
          <TracePane />
        </div>
        <section class={`pane clip lined corners-l low column slim paper lab-rule-answers print:spills under-800px:spills scroll-y ${rulingOutdated.value ? "is-stale" : ""}`} aria-label="Verdicts">
          <Verdicts />
          <Applied />
        </section>
      </div>
    </>
  );
}

function exampleItems(): MenuItem[] {
  return ruleExamples.map((e) => ({
    key: e.id,
    group: e.group,
    title: e.title,
    note: e.note,
    checked: ruleDoc.peek().rules === e.rules,
    run: () => openDoc("rule", { rules: e.rules, text: e.text }),
  }));
}

function RulesPane() {
  const { rules } = ruleDoc.value;
  const shown = ruling.value;
  const fits = shown?.doc.rules === rules;
  const looked = lookedRule.value;
  const marks = useMemo((): LineMarks => {
    const list = fits && shown ? shown.answer.rules : [];
    const line = (list[looked]?.line ?? 0) - 1;
    return {
      signs: new Map(list.map((r) => [r.line - 1, r.status as LineStatus])),
      linked: line >= 0 ? [line] : [],
      reveal: line,
    };
  }, [shown, fits, looked]);
  const errors = fits && shown ? shown.answer.errors : none;
  return (
    <section class="pane clip lined corners-l low column slim paper lab-trace under-800px:height-216px lab-rule-editor" aria-label="Rules">
      <div class="pane-head row rigid">
        <h2 class="cut">Rules</h2>
        <span class="faint text-s italic">name: pattern =&gt; target if condition</span>
      </div>
      <LabEditor
        at="rules"
        label="Rules"
        text={rules}
        onText={(value) => setRule({ rules: value })}
        onRun={() => void tryRules()}
        diagnostics={errors}
        marks={marks}
        language={ruleLanguage}
      />
      <Problems list={errors} />
    </section>
  );
}

const none: never[] = [];

function TracePane() {
  const { text } = ruleDoc.value;
  const shown = ruling.value;
  const list = shown && shown.doc.text === text ? shown.answer.diagnostics : none;
  return (
    <section class="pane clip lined corners-l low column slim paper lab-trace under-800px:height-216px lab-rule-trace" aria-label="Trace">
      <div class="pane-head row rigid">
        <h2 class="cut">Trace</h2>
      </div>
      <LabEditor
        at="trace"
        label="Trace"
        text={text}
        onText={(value) => setRule({ text: value })}
        onRun={() => void tryRules()}
        diagnostics={list}
      />
      <Problems list={list} />
    </section>
  );
}
