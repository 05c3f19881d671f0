// The pictures in lessons: rows before and after, lifelines, both iterations of a loop, the optimizer step by step, objects, programs, races; and the page of certificates.
// The server has computed them and describes them in words; this draws the same data with the page's own components, in place of the words.

import base from "./style/base.css";
import frame from "./style/frame.css";
import own from "./style/illustrations.css";
import noticesStyle from "./style/notices.css";
import pictureStyle from "./style/picture.css";
import programStyle from "./style/program.css";
import iterationsStyle from "./style/iterations.css";
import timeStyle from "./style/time.css";
import type { ComponentChildren } from "preact";
import { render } from "preact";
import { useMemo } from "preact/hooks";
import { signal, useSignal } from "@preact/signals";
import type { Illustration, LoopResponse, MomentResponse, MomentRow, Prepared } from "./api.gen";
import { Picture } from "./picture";
import { Legend } from "./picture/legend";
import { PictureOf, usePicture } from "./picture/model";
import { PreparedPicture } from "./picture/prepared";
import { Reason } from "./picture/reason";
import { BothIterations } from "./picture/iterations";
import { IterationsOf } from "./picture/iterations-model";
import { signs } from "./picture/words";
import { learnEffects } from "./pipeline/effects";
import { Line } from "./pipeline/line";
import { startCertificate } from "./lesson/certificate";
import { RaceFigure } from "./lesson/race";
import { ProgramFigure } from "./program/figure";
import { Known } from "./time/known";
import { Objects } from "./time/objects";
import { objectsOf } from "./time/objects-words";
import { WalkOf } from "./time/walk-model";
import { Head, Output } from "./time/walk-parts";
import { headline } from "./time/words";

/** Colours and sizes come from the page: custom properties pass into a shadow tree. */
const sheet = new CSSStyleSheet();
sheet.replaceSync([base, pictureStyle, frame, iterationsStyle, timeStyle, noticesStyle, programStyle, own].join("\n").replaceAll(":root:root", ":host").replaceAll(":root", ":host"));

const font = signal(14);
const yes = signal(true);

/** A prepared picture in a frame, with the reason of the row that is chosen below the rows. */
interface FramedProps {
  data: Prepared;
  row: number;
  children: ComponentChildren;
  /** Stands under the frame. */
  below?: ComponentChildren;
}

function Framed({ data, row, children, below }: FramedProps) {
  const picture = useMemo(() => {
    const made = new PreparedPicture(data);
    made.size.value = { width: 600, height: 100_000 };
    made.open(made.keyOf(row));
    return made;
  }, [data]);
  return (
    <PictureOf value={picture}>
      <div class="reading column grow paper frame framed clip ink">
        <div class="reading-body reading-1080px:flex reading-1080px:downwards grow grid">
          {children}
          <Why />
        </div>
      </div>
      {below}
    </PictureOf>
  );
}

function Why() {
  const picture = usePicture();
  if (!picture.why.value) return <p class="minor pad-y-2 pad-x-4">Choose a row to read why.</p>;
  return (
    <aside class="margin pad-3-5-3-2 reading-1080px:rigid reading-1080px:max-height-38% reading-1080px:pad-2-4 reading-1080px:line-above column low scroll-down gap-4" aria-label="Reason">
      <Reason />
      <button type="button" class="frame-close self-start pad-1-3 framed text-s" onClick={() => picture.open(0)}>
        Close
      </button>
    </aside>
  );
}

/** The rows alone: a picture without lines. */
function withoutLines(data: Prepared): Prepared {
  const bare = (shown: Prepared["picture"]) => ({ ...shown, lines: [], lanes: 0 });
  return { ...data, whole: { ...data.whole, lanes: 0 }, picture: bare(data.picture), unfolded: data.unfolded && bare(data.unfolded) };
}

function Iterations({ loop }: { loop: LoopResponse }) {
  const model = useMemo(() => ({ shown: signal(loop), all: yes, want() {}, unfold() {}, reach() {} }), [loop]);
  return (
    <IterationsOf value={model}>
      <BothIterations />
    </IterationsOf>
  );
}

interface StepsProps {
  moments: readonly MomentResponse[];
  rows: readonly MomentRow[];
  row: number;
}

/** The optimizer at one row after another. */
function Steps({ moments, rows, row }: StepsProps) {
  const at = useSignal(Math.max(0, moments.findIndex((m) => m.number === row)));
  const moment = useSignal(moments[at.value]!);
  const go = (k: number) => {
    at.value = Math.max(0, Math.min(moments.length - 1, k));
    moment.value = moments[at.value]!;
  };
  const model = useMemo(() => {
    const goToRow = (key: number, loop: boolean) => {
      const k = moments.findIndex((m) => m.key === key && m.loop === loop);
      if (k >= 0) go(k);
    };
    return { shown: moment, fontSize: font, all: null, goToRow };
  }, [moments]);
  const now = at.value;
  return (
    <WalkOf value={model}>
      <section class="time container-time grow paper illustration-steps block framed" aria-label="The optimizer, row by row" onKeyDown={(e) => onKey(e, now, go)}>
        <p class="pad-3-4-0 row gap-3 digits">
          <button type="button" class="button" disabled={now === 0} onClick={() => go(now - 1)}>
            ← Back
          </button>
          <button type="button" class="button is-primary" disabled={now === moments.length - 1} onClick={() => go(now + 1)}>
            Next row →
          </button>
          <span role="status">
            {now + 1} of {moments.length}
            <span class="off-screen">: {headline(moment.value)}</span>
          </span>
        </p>
        <Head />
        <div class="sides gap-4 pad-y-3 pad-x-4">
          <ol class="code-small" aria-label="Recorded rows">
            {rows.map((r, k) => (
              <StepRow key={k} row={r} at={k} now={now} go={go} />
            ))}
          </ol>
          <div class="illustration-known spaced">
            <Known />
            <Output />
          </div>
        </div>
      </section>
    </WalkOf>
  );
}

function StepRow({ row, at, now, go }: { row: MomentRow; at: number; now: number; go: (k: number) => void }) {
  const { sign, words } = signs[row.fate] ?? { sign: "", words: "" };
  return (
    <li>
      <button type="button" class={`illustration-row columns-1.3rem-1fr min-height-24px turn grid centred full cut-line is-${row.fate}${at === now ? " is-now" : ""}${at > now ? " is-ahead" : ""}`} aria-current={at === now ? "step" : undefined} onClick={() => go(at)}>
        <span class="row-sign colour-removed bold mono to-middle">
          <span aria-hidden="true">{at === now ? "▸" : at < now ? sign : ""}</span>
          {at < now && <span class="off-screen">{words}: </span>}
        </span>
        <Line spans={row.spans} />
      </button>
    </li>
  );
}

function onKey(e: KeyboardEvent, now: number, go: (k: number) => void): void {
  const by = ({ ArrowRight: 1, ArrowLeft: -1 } as Record<string, number>)[e.key];
  if (by === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  go(now + by);
}

function Boxes({ moment }: { moment: MomentResponse }) {
  const objects = useMemo(() => objectsOf(moment), [moment]);
  return (
    <section class="time container-time grow paper block pad-3-4-0 framed">
      <p class="below-3">
        Before <Line spans={moment.operation} /> <small>dashed: only known · solid: in memory</small>
      </p>
      {objects.length === 0 ? <p class="soft">There are no objects here.</p> : <Objects objects={objects} label="Objects" font={font.value} />}
    </section>
  );
}

const drawings: Record<string, (of: Illustration) => ComponentChildren> = {
  diff: ({ picture, row }) => (
    <Framed data={withoutLines(picture!)} row={row}>
      <Picture />
    </Framed>
  ),
  lifelines: ({ picture, row }) => (
    <Framed
      data={picture!}
      row={row}
      below={
        <details class="illustration-legend minor pad-y-2 pad-x-4">
          <summary>What the marks mean</summary>
          <Legend />
        </details>
      }
    >
      <Picture />
    </Framed>
  ),
  loop: ({ picture, row, loop }) => (
    <Framed data={picture!} row={row}>
      <Iterations loop={loop!} />
    </Framed>
  ),
  steps: ({ moments, rows, row }) => <Steps moments={moments} rows={rows} row={row} />,
  objects: ({ moments }) => <Boxes moment={moments[0]!} />,
  program: ({ program }) => <ProgramFigure given={program!} />,
  race: ({ race }) => <RaceFigure of={race!} />,
};

function draw(data: HTMLElement): void {
  const given = JSON.parse(data.dataset["illustration"]!) as Illustration;
  learnEffects([...given.operations, ...(given.picture?.operations ?? [])]);
  const host = document.createElement("div");
  host.className = "illustration-drawn";
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  // It is measured as it is drawn, so it stands in its place before.
  data.closest(".illustration")!.querySelector(".in-words")!.replaceWith(host);
  data.remove();
  new MutationObserver(() => withoutHeadings(root)).observe(root, { childList: true, subtree: true });
  render(drawings[given.kind]!(given), root);
}

/** What heads a part of a picture heads no part of the text: whoever goes from heading to heading goes through the text. */
function withoutHeadings(root: ShadowRoot): void {
  for (const heading of root.querySelectorAll("h2:not([role]), h3:not([role])")) heading.role = "presentation";
}

const certificate = document.getElementById("certificate");
if (certificate) startCertificate(certificate);
for (const data of document.querySelectorAll<HTMLElement>("[data-illustration]")) draw(data);
