// The measurements: one button, and a group for each machine that measures.
// Times of different machines never stand in one group.

import type { ComponentChildren } from "preact";
import { messageParts } from "../ui/words";
import { result, resultText, staleReason } from "../state";
import { Numbers } from "./numbers";
import { browserName } from "./browser";
import { cancel, inBrowser, inputsFrom, measure, measuredText, measuring, onServer } from "./local";
import { isRunning, type Measurement } from "./measurement";
import { Plot } from "./plot";
import { headline, machineWords, phaseWords } from "./words";

/** The measurements; `before` is shown until there are some. */
export function TimeView({ before }: { before?: ComponentChildren }) {
  const started = inBrowser.value.phase !== "idle" || onServer.value.phase !== "idle";
  return (
    <div class="scroll-down column grow">
      <Controls />
      {started ? <Groups /> : (before ?? <Welcome />)}
    </div>
  );
}

function Controls() {
  const old = measuredText.value !== "" && measuredText.value !== resultText.value;
  return (
    <div class="machine-tools gap-4px-4 min-height-44px pad-6px-4 rigid soft toolbar">
      {measuring.value ? (
        <button type="button" class="button measure steady" onClick={cancel}>
          Cancel
        </button>
      ) : (
        <button type="button" class="button primary measure steady" disabled={!result.value || staleReason.value === "errors"} onClick={() => void measure()}>
          Measure
        </button>
      )}
      <label class="inline-flex gap-half centred slim">
        on
        <select class="head-select" value={inputsFrom.value} onChange={(e) => (inputsFrom.value = e.currentTarget.value as typeof inputsFrom.value)}>
          <option value="found">inputs that keep the loop going</option>
          <option value="run">the inputs of the Run panel</option>
        </select>
      </label>
      {old && <span class="warning toned text-s">The trace has changed since; these are the times of the one before.</span>}
    </div>
  );
}

function Welcome() {
  return (
    <div class="machine-welcome book measured pad-y-4 pad-x-4 soft line-above text-l spaced">
      <HowMeasured />
    </div>
  );
}

/** What is compared with what. */
export function HowMeasured() {
  return (
    <>
      <p>
        The trace runs as it was recorded, optimized, and optimized with its loop peeled: as machine code on the server and, at
        the same time, as WebAssembly in your browser. The three take turns, so that what disturbs one disturbs all.
      </p>
      <p>Each is first compared with the interpreter. Results of two machines are never compared.</p>
    </>
  );
}

function Groups() {
  return (
    <div class="groups grid">
      <Group id="server" title="On the server" what="machine code" m={onServer.value}>
        {onServer.value.phase === "lost" && <Retry />}
      </Group>
      <Group id="browser" title="In your browser" what="WebAssembly" m={inBrowser.value} />
    </div>
  );
}

function Retry() {
  const again = () => void measure(isRunning(inBrowser.peek()) ? "both" : "server");
  return (
    <button type="button" class="button retry" onClick={again}>
      Try again
    </button>
  );
}

interface GroupProps {
  id: string;
  title: string;
  what: string;
  m: Measurement;
  children?: ComponentChildren;
}

function Group({ id, title, what, m, children }: GroupProps) {
  if (m.phase === "idle") return null;
  const { report } = m;
  const bad = m.phase === "failed" || m.phase === "lost";
  const words = phaseWords(m);
  return (
    <section class={`group slim pad-y-3 pad-x-4 line-above group-${id} is-${m.phase.replace(" ", "-")}`} aria-labelledby={`group-${id}`} data-phase={m.phase}>
      <div class="gap-x-3 toolbar baseline">
        <h2 id={`group-${id}`}>{title}</h2>
        <span class="group-what soft">{what}</span>
        <span class="group-machine minor">{report ? machineWords(report.machine) : id === "browser" ? browserName() : ""}</span>
      </div>
      {/* Rounds pass too quickly to be read out one by one. */}
      <p class={`gap-2 digits toolbar minor ${bad ? "notice wrong" : ""}`} role={bad ? "alert" : "status"} aria-live={m.phase === "sampling" ? "off" : "polite"}>
        {isRunning(m) && <span class="group-spin width-10px height-10px round" aria-hidden="true" />}
        <span>{messageParts(words)}</span>
        {children}
      </p>
      {report && <Conclusion m={m} />}
      {m.series.some((s) => s.samples.length > 0) && <Plot series={m.series} label={`Samples, ${title.toLowerCase()}`} />}
      {report && <Numbers report={report} label={`Times ${title.toLowerCase()}`} />}
      {report?.imagined && (
        <p class="group-note space-2 anywhere minor">
          {id === "browser" ? "The page" : "The interpreter"} invents the results of calls, because only the program that the trace comes from knows them. This takes part of each time.
        </p>
      )}
      {report?.missing?.map((reason) => (
        <p class="group-note space-2 anywhere minor" key={reason}>
          Not measured here: {messageParts(reason)}
        </p>
      ))}
    </section>
  );
}

function Conclusion({ m }: { m: Measurement }) {
  const { report } = m;
  const found = report && headline(report.variants);
  if (!report) return null;
  return (
    <>
      {report.noisy && (
        <p class="group-noisy toned space-1 below-1 notice warning" role="status">
          <strong>Too noisy to be believed.</strong> {report.noisy.replace(/^too noisy: /, "")[0]!.toUpperCase() + report.noisy.replace(/^too noisy: /, "").slice(1)}. Measure again when the machine is less busy.
        </p>
      )}
      {found && !report.noisy && (
        <p class="group-headline space-half below-2 text-m soft">
          <strong>{found.factor}</strong> {found.rest}
        </p>
      )}
    </>
  );
}
