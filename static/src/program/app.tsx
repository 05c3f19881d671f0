// The program page: the result in a sentence, the settings, and source, loops and trace side by side.

import { version } from "../globals";
import { Looks } from "../layout/looks";
import { Toasts } from "../layout/notices";
import { Menu } from "../ui/menu";
import { SiteHeader } from "../ui/site-header";
import { messageParts } from "../ui/words";
import { LiveMenu } from "../workshop/menu";
import { copyLink, engine, open, resume, run, stop } from "./control";
import { ProgramEditor } from "./editor";
import { examples } from "./examples";
import { Loops } from "./loops";
import { LoopsOf } from "./model";
import { isOpen } from "./speed";
import { Speed } from "./speed-view";
import { choice, doc, output, pageLoops, passes, phase, predicting, setDoc, state, trouble } from "./state";
import { programStage } from "./stage";
import { Switches } from "./switches";
import { TimeLine } from "./time";
import { TraceView } from "./trace";
import { headline, underline } from "./words";
import { plural } from "../ui/counts";

export function ProgramApp() {
  return (
    <div class="page flex downwards height-100dvh program">
      <a class="skip-link z-60 inverse corners absolute pad-y-2 pad-x-4" href="#program-main" onClick={skip}>
        Skip to the program
      </a>
      <SiteHeader here="/program">
        <span class="header-space grow" />
        <div class="header-group gap-half row header-tools">
          <LiveMenu stage={programStage} sees="your program, its settings and what you look at" />
          <Looks />
        </div>
      </SiteHeader>
      <main class="program-main under-1180px:scroll-y pad-x-3 column grow" id="program-main" tabIndex={-1}>
        <div class="program-say pad-top-half pad-bottom-2 pad-x-1">
          <h1 class="under-640px:title-m">{predicting.value ? "What becomes of this program?" : headline(state.value, doc.value.jit)}</h1>
          <p class="soft">{underline(state.value)}</p>
        </div>
        <Knobs />
        {trouble.value !== "" && (
          <p class="program-trouble below-2 notice wrong" role="alert">
            {messageParts(trouble.value)}
          </p>
        )}
        <div class={`program-columns gap-2 grow grid under-1180px:rigid under-1180px:columns-3fr-2fr under-1180px:pad-bottom-3 under-640px:columns-1fr ${choice.value.machine ? "is-wide columns-25fr-16fr-59fr" : "columns-33fr-17fr-50fr"}`}>
          <section class="program-source under-1180px:height-560px pane clip lined corners-l low column slim paper" aria-label="The program and its output">
            <header class="pane-head row rigid line-below">
              <h2 class="grow cut">Source</h2>
              <span class="minor">heat: instructions that ran</span>
            </header>
            <ProgramEditor />
            <Output />
          </section>
          <LoopsOf value={pageLoops}>
            <Loops />
          </LoopsOf>
          <TraceView />
        </div>
        {isOpen.value ? <Speed /> : <TimeLine />}
      </main>
      <footer class="footer gap-5 min-height-34px pad-0-4 row minor rigid">
        <Status />
        <span class="header-space grow" />
        <span class="footer-hint under-800px:gone">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> runs
        </span>
        <span class="footer-hint under-800px:gone">
          <kbd>Esc</kbd> then <kbd>Tab</kbd> leaves the editor
        </span>
        <span class="digits">Unbox {version()}</span>
      </footer>
      <Toasts />
    </div>
  );
}

/** The fragment belongs to the page: the link for the keyboard moves the focus only. */
function skip(e: MouseEvent): void {
  e.preventDefault();
  document.getElementById("program-main")?.focus();
}

function Knobs() {
  return (
    <div class="program-knobs z-20 gap-y-1 gap-x-3 pad-bottom-2 pad-x-1 relative toolbar">
      <RunButton />
      <Menu
        label="Examples"
        wide
        items={() =>
          examples.map((e) => ({
            key: e.name,
            title: e.title,
            note: e.note,
            run: () => open({ ...doc.peek(), text: e.text }),
          }))
        }
      />
      <Switches {...doc.value} set={setDoc} />
      <Passes />
      <button type="button" class="button quiet" onClick={() => void copyLink()}>
        Copy link
      </button>
    </div>
  );
}

function RunButton() {
  switch (phase.value) {
    case "running":
      return (
        <button type="button" class="button primary program-run steady" onClick={stop}>
          Stop
        </button>
      );
    case "stopped":
      return (
        <>
          <button type="button" class="button primary program-run steady" onClick={() => void resume()}>
            Go on
          </button>
          <button type="button" class="button" onClick={() => void run()}>
            Run again
          </button>
        </>
      );
    default:
      return (
        <button type="button" class="button primary program-run steady" disabled={phase.value === "loading"} onClick={() => void run()}>
          {phase.value === "loading" ? "Loading" : "Run"}
        </button>
      );
  }
}

/** Which passes optimize traces. */
function Passes() {
  const all = passes.value;
  const on = new Set(doc.value.passes ?? all.map((p) => p.name));
  const toggle = (name: string) => {
    const next = all.map((p) => p.name).filter((p) => (p === name ? !on.has(p) : on.has(p)));
    setDoc({ passes: next.length === all.length ? null : next });
  };
  return (
    <details class="program-passes relative">
      <summary class="button quiet">
        Passes: {on.size === all.length ? "all" : `${on.size} of ${all.length}`}
      </summary>
      <ul class="menu-list z-40 natural min-width-200px floating scroll-down">
        {all.map((p) => (
          <li key={p.name}>
            <label class="item flex baseline">
              <input type="checkbox" checked={on.has(p.name)} disabled={!doc.value.jit} onChange={() => toggle(p.name)} />
              <span class="soft">
                <strong>{p.name}</strong> {p.doc}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Output() {
  const wrong = state.value?.diagnostics[0];
  return (
    <div class="program-output max-height-36% pad-y-2 pad-x-4 rigid scroll line-above" role="region" aria-label="Output">
      <h3 class="text-s">
        Output <span class="regular error toned">{exitCode()}</span>
      </h3>
      {wrong ? (
        <p class="program-error error toned">
          Line {wrong.line}: {messageParts(wrong.message)}.
        </p>
      ) : (
        <pre class="code-size scroll-across" tabIndex={0}>
          {output.value.map((o, k) => (
            <span key={k} class={o.error ? "is-error error toned" : undefined}>
              {o.text}
            </span>
          ))}
        </pre>
      )}
    </div>
  );
}

function exitCode(): string {
  const now = state.value;
  if (!now || now.diagnostics.length > 0) return "";
  if (phase.value === "stopped") return "stopped";
  if (now.running) return "";
  return now.code === 0 ? "" : `exit code ${now.code}`;
}

function Status() {
  const now = state.value;
  const loading = engine.loading.value;
  const words = {
    loading: loading.kind === "loading" ? `Loading the engine, ${Math.round(loading.progress * 100)} %` : "Loading the engine",
    running: "Running",
    stopped: "Stopped",
    ended: "Ready",
    failed: "Stopped",
  }[phase.value];
  return (
    <span class={`engine inline-flex centred gap-2 ${phase.value === "failed" ? "crashed" : phase.value === "loading" ? "loading" : "ready"}`} data-phase={phase.value}>
      <span class="engine-dot width-8px height-8px round ground-good" aria-hidden="true" />
      {words}
      {now && now.work > 0 && <span class="soft">{plural(now.work, "unit")} of work</span>}
    </span>
  );
}

