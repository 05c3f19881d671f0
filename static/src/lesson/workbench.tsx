// The right half of a step's page: the editor, the controls of the tests, and
// their results.

import { computed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Play } from "../ui/icons";
import { keyName } from "../ui/key-names";
import { Menu, type MenuItem } from "../ui/menu";
import { Separator } from "../layout/separator";
import { autoRun } from "../state";
import { PythonCode } from "./code";
import { load, loading, stop } from "./engine";
import { Help } from "./help";
import { Outcome } from "./outcome";
import { Parts } from "./parts";
import { ReceiptLine } from "./receipt-line";
import { summary } from "./results";
import { SuggestionCard } from "./suggestion-card";
import * as page from "./state";
import { verified } from "./receipt";
import { TakeAlong } from "./take";
import { UploadHere } from "./upload";
import { nextInClass } from "../classroom/seat";
import { initialRows, narrow, rows, tab } from "./layout";

export function Workbench({ base, openEditor }: { base: string; openEditor: (parent: HTMLElement) => () => void }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => openEditor(host.current!), []);
  const data = page.step.value!;
  return (
    <div class="bench column grow" style={{ "--rows": rows.value }}>
      {/* Where the text is out of sight, its heading is too. */}
      {narrow.value && tab.value === "exercise" && <h1 class="off-screen">{data.title}</h1>}
      <div class="bench-editor by-rows relative pane clip lined corners-l low column slim paper" id="bench-editor">
        <div class="pane-head row rigid">
          <h2 class="cut">Your code</h2>
          <span class="header-space grow" />
          <a class="button quiet" href={`${base}language`} target="unbox-language" title="Every function, method and attribute of the language, with an example (F1 in the editor: that of the name at the cursor)">
            Language
          </a>
          <Menu label="Reset" name="Reset the code" items={resetItems} align="end" wide />
        </div>
        <SuggestionCard />
        <div class="editor grow line-above clip" ref={host} />
        <p class="leave-note lined inset-auto-14px-8px-auto opacity-0 corners absolute pad-y-half pad-x-2 no-pointer raised minor">
          <kbd>Esc</kbd>, then <kbd>Tab</kbd> leaves the editor
        </p>
      </div>
      <Separator share={rows} initial={initialRows} between="rows" label="Height of the editor" controls="bench-editor" />
      <div class="grow pane clip lined corners-l low column slim paper">
        <Controls />
        <div class="bench-scroll pad-y-3 pad-x-4 grow scroll relative" tabIndex={-1}>
          <Results />
          <Help />
          <Parts />
          <TakeAlong />
          {data.pass && <UploadHere base={base} step={{ id: page.stepId.value, title: data.title, number: data.number }} />}
          {data.library && (
            <details class="given space-4">
              <summary>What this chapter gives you</summary>
              <PythonCode text={data.library} />
            </details>
          )}
        </div>
      </div>
    </div>
  );
}

function Controls() {
  const now = page.running.value;
  return (
    <div class="pane-head row rigid bench-controls gap-2-3 pad-left-3 under-560px:gap-2 under-560px:pad-right-2 wrap line-below">
      <button type="button" class="button primary run" onClick={() => void page.runTests()} title={`Run the tests (${keyName("Mod+Enter")} or Shift+Enter)`}>
        <Play /> Run tests
      </button>
      <button type="button" class={`button stop ${now === "browser" ? "" : "under-560px:gone"}`} disabled={now !== "browser"} onClick={stop}>
        Stop
      </button>
      <label class="switch" title="Run the tests a moment after the last key">
        <input type="checkbox" role="switch" checked={autoRun.value} onChange={(e) => (autoRun.value = e.currentTarget.checked)} />
        <span class="switch-track" aria-hidden="true" />
        As you type
      </label>
      <span class="header-space grow" />
      <button type="button" class="button quiet" disabled={now === "server"} onClick={() => void page.verify()} title="Run the same tests on the server">
        Verify
      </button>
    </div>
  );
}

/** True if the server confirms the code in the editor, and the shown results are for it.
 * */
const isVerified = computed(() => {
  const now = verified.value;
  return page.green.value && now?.standing.kind === "valid" && now.code === page.code.value;
});

/** The sentence that says how it stands; screen readers hear it when it changes. */
function Verdict() {
  const now = page.results.value;
  const busy = page.running.value;
  const state = page.noResults.value ? "error" : (now?.response.status ?? "none");
  const stale = now !== null && !page.fresh.value;
  return (
    <div class={`verdict row baseline slim ${stale ? "stale" : state} ${page.celebrating.value ? "celebrating" : ""}`}>
      <span class="verdict-mark disc" aria-hidden="true">
        {state === "pass" ? "✓" : state === "none" ? "…" : state === "fail" ? "✗" : "!"}
      </span>
      <p class="verdict-words grow" role="status">
        <strong>{page.noResults.value ? "No results" : now ? summary(now.response) : "The tests have not run yet"}</strong>
        {isVerified.value && <span class="badge tag done after-2 strong">verified</span>}
        {now?.onServer && page.fresh.value && !isVerified.value && <span class="block minor on-server">run on the server</span>}
        {stale && <span class="block minor">of an earlier version of your code</span>}
        {busy === "server" && (
          <span class="block minor">
            {page.compiling.value ? "the server was started a moment ago and prepares, for up to a minute; then it runs them" : "the server is running them"}
          </span>
        )}
      </p>
      {page.green.value && <NextStep />}
    </div>
  );
}

function NextStep() {
  const mine = nextInClass(page.stepId.value);
  if (mine !== null) return <NextInClass step={mine} />;
  const link = document.querySelector<HTMLAnchorElement>(".pager .after");
  if (!link) return <span class="block minor">That was the last step. Well done.</span>;
  const next = page.step.value!.next;
  return (
    <a class="button primary next-step" rel="next" href={next} title={link.textContent ?? ""}>
      {next.endsWith("/") ? "Next chapter" : next.endsWith("/certificate") ? "Your certificate" : "Next step"} <span aria-hidden="true">→</span>
    </a>
  );
}

/** The class has an order of its own. */
function NextInClass({ step }: { step: string }) {
  if (!step) return <span class="block minor">That was your class’s last step. Well done.</span>;
  return (
    <a class="button primary next-step" rel="next" href={page.base() + step}>
      Next in your class <span aria-hidden="true">→</span>
    </a>
  );
}

function Results() {
  const now = page.results.value;
  return (
    <section class="results" aria-label="Results">
      <Arriving />
      {loading.value.kind !== "failed" && <Verdict />}
      <ReceiptLine />
      {page.noResults.value && <p class="test-message pre-wrap anywhere notice fail no-results space-3">{page.noResults.value}</p>}
      <div class={page.fresh.value || !now ? "" : "is-stale fades"}>{now && <Outcome response={now.response} number={page.step.value!.number} />}</div>
      {!now && !page.noResults.value && (
        <details class="given space-4" open>
          <summary>What your code has to pass</summary>
          <PythonCode text={page.step.value!.tests} />
        </details>
      )}
    </section>
  );
}

/** Until the module is there, the page can be read and the code written. */
function Arriving() {
  const now = loading.value;
  if (now.kind === "failed") {
    return (
      <div class="arriving toolbar gap-2 below-3 soft" role="alert">
        <p>The tests cannot run in this browser now: {now.message.replace(/^The engine could not be loaded: /, "")}.</p>
        <button type="button" class="button" onClick={load}>
          Try again
        </button>{" "}
        <button type="button" class="button" onClick={() => void page.verify()}>
          Run them on the server
        </button>
      </div>
    );
  }
  if (now.kind !== "loading") return null;
  return (
    <p class="arriving toolbar gap-2 below-3 soft">
      <progress value={now.progress} aria-label="Loading what runs the tests" /> What runs the tests is on its way; you can read and write
      already.
    </p>
  );
}

function resetItems(): MenuItem[] {
  const data = page.step.value!;
  const before = data.follows ? page.kept.progress(data.follows).green : "";
  const all: (MenuItem & { text: string })[] = [
    { key: "starter", title: "Starter", note: "What the step begins with", text: data.starter, run() {} },
    { key: "before", title: "My code of the step before", note: "That passed its tests", text: before, run() {} },
    { key: "aside", title: "My earlier code", note: "Put aside for a program that was presented", text: page.aside.value, run() {} },
    { key: "run", title: "Last run", note: "The code that the tests saw last", text: page.lastRun.value, run() {} },
    { key: "green", title: "Last green", note: "The last code that passed all tests", text: page.lastGreen.value, run() {} },
  ];
  return all
    .filter((item) => item.text !== "" && item.text !== page.code.value)
    .map((item) => ({ ...item, group: `${keyName("Mod+Z")} brings back what is there now`, run: () => page.replaceCode(item.text) }));
}
