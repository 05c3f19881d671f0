// The test results: a sentence, then the tests, with the first failure on top
// and open.

import { useState } from "preact/hooks";
import type { LessonProblem, LessonResponse, LessonTest } from "../api.gen";
import { messageParts } from "../ui/words";
import { PythonCode } from "./code";
import { DiffTable, expectation } from "./diff";
import { type Group, groupTests } from "./results";
import { point, showPlace, step } from "./state";
import { plural } from "../ui/counts";

/** The test results of a step; `number` is the step's number in its chapter. */
export function Outcome({ response, number }: { response: LessonResponse; number: number }) {
  const groups = groupTests(response.tests, number);
  const first = groups.flatMap((g) => g.tests).find((t) => t.status !== "pass");
  return (
    <>
      {response.status === "error" && <ProgramProblem response={response} />}
      {response.output && <Printed text={response.output} label="Printed before the tests" />}
      {groups.map((g) => (
        <TestGroup key={g.kind} group={g} first={first} />
      ))}
    </>
  );
}

function ProgramProblem({ response }: { response: LessonResponse }) {
  const problems = response.problems.length > 0 ? response.problems : null;
  return (
    <div class="program-problem space-3 spaced">
      {problems ? problems.map((p, i) => <Problem key={i} problem={p} withMessage />) : <Message text={response.message ?? ""} />}
    </div>
  );
}

const titles = { new: "Tests of this step", earlier: "Tests of the steps before", own: "Tests of your own" };

function TestGroup({ group, first }: { group: Group; first: LessonTest | undefined }) {
  const failed = group.tests.length - group.passed;
  const heading = (
    <>
      {titles[group.kind]}{" "}
      <span class="ahead-2 regular soft">{failed === 0 ? `${plural(group.passed, "passes").replace("passess", "pass")}` : `${group.passed} of ${group.tests.length} pass`}</span>
    </>
  );
  const list = (
    <ul class="tests space-1">
      {group.tests.map((t) => (
        <TestItem key={t.file + t.function} test={t} open={t === first} />
      ))}
    </ul>
  );
  if (group.kind !== "earlier") {
    return (
      <section class="test-group space-4" aria-label={titles[group.kind]}>
        <h3 class="soft">{heading}</h3>
        {list}
      </section>
    );
  }
  return (
    <details class="test-group space-4 folded" open={failed > 0} key={`earlier ${failed > 0}`}>
      <summary class="strong text-m">{heading}</summary>
      {list}
    </details>
  );
}

const words: Record<string, string> = { pass: "passes", fail: "fails", error: "stopped" };

function TestItem({ test, open }: { test: LessonTest; open: boolean }) {
  // What stands below a folded test is made when it is unfolded: at the end of a chapter there are forty tests, and
  // making the texts of all of them took longer than everything else that shows results.
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <li class={`test line-above ${test.status}`} onPointerEnter={() => point(0, test.name)} onPointerLeave={() => point(0, "")}>
      <details open={open} key={`${open}`} onToggle={(e) => e.currentTarget.open && setWasOpen(true)}>
        <summary class="row baseline pad-y-2 pad-x-1 ink hovers">
          <span class="width-18px rigid toned bold to-middle" aria-hidden="true">
            {test.status === "pass" ? "✓" : test.status === "fail" ? "✗" : "!"}
          </span>
          <span class={`test-name grow ${test.status === "pass" ? "" : "strong"}`}>{messageParts(test.name)}</span>
          <span class="minor">{words[test.status] ?? test.status}</span>
        </summary>
        {(open || wasOpen) && <TestDetail test={test} />}
      </details>
    </li>
  );
}

function TestDetail({ test }: { test: LessonTest }) {
  return (
    <div class="pad-0-4px-4-30px spaced">
      {test.status !== "pass" && test.message && <Message text={test.message} />}
      {test.diff && <DiffTable diff={test.diff} sides={expectation} />}
      {test.status !== "pass" && test.problem && <Problem problem={test.problem} />}
      {test.output && <Printed text={test.output} label="Your program printed" />}
      <details class="test-text" open={test.status === "pass"}>
        <summary>The test’s text</summary>
        <PythonCode text={test.test_code} />
      </details>
    </div>
  );
}

function Message({ text }: { text: string }) {
  return <p class="test-message pre-wrap anywhere notice fail">{messageParts(text)}</p>;
}

function Printed({ text, label }: { text: string; label: string }) {
  return (
    <div class="printed">
      <p class="minor">{label}:</p>
      <pre class="code" tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
    </div>
  );
}

/** Where it stopped: a link to the place in the learner's code, and the calls that led
 * there. */
function Problem({ problem, withMessage = false }: { problem: LessonProblem; withMessage?: boolean }) {
  const mine = problem.file === step.value?.suite.code.name;
  const stack = problem.stack ?? []; // left out where the server has none
  return (
    <div class="where spaced">
      {withMessage && <Message text={problem.message} />}
      {(problem.line ?? 0) > 0 && mine && (
        <button type="button" class="place is-added toned" onClick={() => showPlace(problem.line!, problem.column ?? 1)}>
          Line {problem.line}, column {problem.column} of your code
        </button>
      )}
      {stack.length > 1 && (
        <details class="stack text-s">
          <summary>{plural(stack.length + (problem.omitted ?? 0), "call")} led here</summary>
          <ol>
            {stack.map((frame, i) => (
              <li key={i}>
                <code>{frame.function || "the program"}</code>{" "}
                {frame.file === step.value?.suite.code.name ? (
                  <button type="button" class="place is-added toned" onClick={() => showPlace(frame.line, frame.column)}>
                    line {frame.line} of your code
                  </button>
                ) : (
                  <span>
                    line {frame.line} of {frame.file}
                  </span>
                )}
              </li>
            ))}
            {(problem.omitted ?? 0) > 0 && <li>… and {plural(problem.omitted!, "call")} more between them</li>}
          </ol>
        </details>
      )}
    </div>
  );
}
