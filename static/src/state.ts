// The page's whole state, as signals. Views read these and call the actions at
// the end of this file; they never access the engine, storage or the editor.
// controller.ts watches the signals and does the work.
//
// Lines are 0-based everywhere in the TypeScript code; only what is shown to
// people counts from 1.

import { batch, computed, signal } from "@preact/signals";
import type {
  CompareResponse,
  DescribeResponse,
  Diagnostic,
  Example,
  Input,
  OptimizeRequest,
  Optimized,
  RowView,
  RunResponse,
  Window,
} from "./api.gen";
import type { Around } from "./around";
import { firstExample } from "./first-example";
import { type Inputs, inputsOf } from "./inputs";

/** The state of the WebAssembly engine. */
export type Engine =
  | { kind: "loading"; progress: number }
  | { kind: "ready" }
  | { kind: "busy" }
  /** `unloaded`: it never arrived, and may do so later. */
  | { kind: "crashed"; message: string; unloaded: boolean };

/** Why the result on screen is not that of the text on screen. */
export type StaleReason = "" | "errors" | "replaced" | "pending" | "manual" | "crashed";

// ── What is being looked at ────────────────────────────────────────────────

/** The trace in the editor. Written by the editor; write it only through `setText`. */
export const text = signal<string>(firstExample.text);

/** The names of the enabled passes, in the order in which they run. */
export const passes = signal<string[]>([]);

/** The name of the preset that `passes` equals, or "" if the reader made an own set. */
export const preset = signal<string>(firstExample.preset);

/** The points compared: 0 is the recorded trace, k the result of the first k enabled passes. */
export const fromPoint = signal<number>(0);
/** See `fromPoint`; -1 is the last point, whichever that is. */
export const toPoint = signal<number>(-1);

/** If not empty, both sides are printed numbered after this prefix ("optvar"). */
export const numbered = signal<string>("");

/** What is in the fields of a run's inputs, by name. Inputs left out take their suggestion. */
export const inputs = signal<Inputs>(inputsOf(firstExample.inputs));

/** The example that the text came from, "" after a paste into an empty page or from a link. */
export const exampleId = signal<string>(firstExample.id);

/** PyPy's result for the same recorded trace, "" if there is none. */
export const pypyText = signal<string>("");

/** What the log says around the open trace, if that is a bridge: the traces that lead to it, and the loop to which it leads. */
export const pypyAround = signal<Around>({});

/** The names of the views next to the editor. Each view adds its own where it is: `declare module "../state" { interface ViewNames { machine: true } }`. */
export interface ViewNames {
  passes: true;
}

/** What is next to the editor: the passes with their diff, or another view. */
export const view = signal<keyof ViewNames>("passes");

/**
 * What "Last edit" compares the trace with, and with which passes (null for those of now): its view says so while something was edited. A link or a draft says so first (`kept`: of which document), and
 * the view takes it up with that document's first result.
 */
export const lastEdit = signal<{ text: string; passes: string[] | null; kept?: number } | null>(null);

/** The page is read: one picture of the trace. Else it is a desk, with the editor and what views there are. */
export const reading = signal<boolean>(true);

/** What is stepped through: the optimizer's walk, or two runs side by side. */
export interface Moment {
  of: "optimizer" | "run";
  /** Which moment, from 0. */
  at: number;
  /** The moment is that of this row of the picture, of its copy in the peeled loop if `loop`: which one it is is not known yet. */
  row?: { key: number; loop: boolean };
}

/** The moment that the page shows in place of everything else; null if it shows none. */
export const moment = signal<Moment | null>(null);

/** A moment is shown, and of what: views that need no more are not drawn again with each moment. */
export const stepping = computed<Moment["of"] | null>(() => moment.value?.of ?? null);

/** A question is open in a workshop: until it is resolved, the trace is shown as text, next to hidden results. */
export const predicting = signal(false);

/** While the page is read: of a peeled loop, the first iteration and the loop are shown side by side. */
export const bothIterations = signal<boolean>(false);

/** The list of all objects is open beside the picture. */
export const objectsOpen = signal(false);

/** The row whose reason the reader opened, by its key, and the document that it is of; a picture opens one by itself otherwise. Links hold it. */
export const openedRow = signal<{ key: number; document: number } | null>(null);

/** Its key; 0 if the reader has opened none in this document. */
export const openedKey = computed<number>(() => (openedRow.value?.document === documents.value ? openedRow.value.key : 0));

/** From where the history of a row was opened, "" while none is: it is next to the picture. */
export const historyOpen = signal<"" | "picture" | "columns">("");

/** The row whose history is open, by its key: links hold it. */
export const historyRow = signal<number>(0);

/** The row that the picture is to show next, by its key or by its number; null once it does. */
export const wantedRow = signal<{ key: number } | { number: number } | null>(null);

/**
 * Where the guided story is: its moment, from 1, and the option that was chosen where it asks, 0 for none yet. `kept` if a link or a draft
 * says so: the page is then as that was, with whatever text. Null while no story is told.
 */
export const story = signal<{ at: number; answer: number; kept?: boolean } | null>(null);

/** The row that is presented, by its key; 0 for the one that is open. A link to a moment of a presentation holds it. */
export const stagedRow = signal<number>(0);

/** What the view "machine" shows: the code, or how long it takes. */
export const machinePart = signal<"code" | "time">("code");

// ── What the engine answered ───────────────────────────────────────────────

/** A result: all its parts belong together. */
export interface Result {
  /** What was asked. With it the engine can be told again what it does not keep any more. */
  request: OptimizeRequest & { view: RowView };
  answer: Optimized;
  /** The document that it is of: `documents` as it was when that was asked for. */
  document: number;
}

/** The last good result: that of the newest text that parsed. Another one takes the place of all of it at once. */
export const shown = signal<Result | null>(null);

/** What is said of the whole of it. */
export const result = computed<Optimized | null>(() => shown.value?.answer ?? null);

/** The text that it is the result of. */
export const resultText = computed<string>(() => shown.value?.request.text ?? "");

/** The inputs of a long trace, which are looked for after the comparison is on screen. */
export const foundInputs = signal<{ of: Result; inputs: Input[] } | null>(null);

/** The inputs of the trace that is shown, with suggestions; of a long one none until they were found. */
export const traceInputs = computed<Input[]>(() => {
  const found = foundInputs.value;
  return found && found.of === shown.value ? found.inputs : (result.value?.inputs ?? []);
});

/** The document that it is of; 0 while there is no result. */
export const resultDocument = computed<number>(() => shown.value?.document ?? 0);

/** Which rows of the next result are looked at first, and how they are laid out: the comparison says so. */
export const looked: { view: RowView; window: Window } = {
  view: { context: -1, unified: false, opened: [] },
  window: { from: 0, to: 80 },
};

/** Errors and warnings in the text as it stands now (or stood at the last run). */
export const diagnostics = signal<Diagnostic[]>([]);

/** The operation table, passes, presets, rules, reasons and examples; null until the engine is there. */
export const describe = signal<DescribeResponse | null>(null);

/** The inputs are shown as one text instead of a form. */
export const asText = signal(false);

/** The number of jumps after which a loop is stopped; 0 leaves it to the engine
 * (1000). */
export const stepLimit = signal(0);

/** The newest run of the trace in the interpreter. */
export const run = signal<RunResponse | null>(null);

/** The text of the inputs of `run`, which its diagnostics are about. */
export const runInputs = signal<string>("");
/** True while `run` belongs to an older text, older passes or older inputs. */
export const runStale = signal<boolean>(true);

/** The newest comparison with PyPy's result, and what it compares; null while there is none. */
export const comparison = signal<{ recorded: string; pypy: string; answer: CompareResponse } | null>(null);

export const engine = signal<Engine>({ kind: "loading", progress: 0 });

/** True from an edit until its result is on screen. */
export const pending = signal<boolean>(true);

/** Why the result shown is an older one; "" when it is that of the text shown. */
export const staleReason = computed<StaleReason>(() => {
  if (engine.value.kind === "crashed") return "crashed";
  if (diagnostics.value.some((d) => d.severity === "error")) return "errors";
  if (!pending.value) return "";
  if (shown.value && shown.value.document !== documents.value) return "replaced";
  return autoRun.value ? "pending" : "manual";
});

/** True while the result shown is not that of the text, passes and points shown. */
export const stale = computed<boolean>(() => staleReason.value !== "");

// ── Linkage between the editor and the views ───────────────────────────────

/**
 * A line that is pointed at or chosen, somewhere on the page: the row of the comparison and the line of
 * the editor that belong together, each -1 where there is none.
 */
export interface Spot {
  by: "editor" | "rows" | "machine";
  row: number;
  source: number;
}

/** What is under the pointer. */
export const pointed = signal<Spot | null>(null);

/** What was chosen by a click, by keys, or by the cursor in the editor. */
export const chosen = signal<Spot | null>(null);

/** The line that the editor marks for a spot: that of its own pointer or cursor is seen anyway. */
export function markedInEditor(spot: Spot | null): number {
  if (!spot || spot.by === "editor" || (spot.by === "rows" && parted())) return -1;
  return spot.source;
}

/** The row that the comparison marks for a spot. */
export function markedRow(spot: Spot | null): number {
  if (!spot || (spot.by !== "rows" && parted())) return -1;
  return spot.row;
}

/** True while the result is that of a text which the editor's may have nothing in common with. */
export function parted(): boolean {
  return ["errors", "manual", "replaced"].includes(staleReason.value);
}

/** True while what is shown is drawn paler: it is of another text, or the engine is gone. */
export function faded(): boolean {
  return parted() || staleReason.value === "crashed";
}

// ── Settings: never part of a link ─────────────────────────────────────────

/** Recompute while typing; when false, only Run does. */
export const autoRun = signal<boolean>(true);

export const theme = signal<"system" | "light" | "dark">("system");

/** The size of the style sheet. */
export const usualFontSize = 14;
/** Size of the text in editor and traces, in CSS pixels. */
export const fontSize = signal<number>(usualFontSize);

/** Presentation mode: larger type, no controls. */
export const presenting = signal<boolean>(false);

/** The pane shown where there is only room for one. */
export const tab = signal<"trace" | "passes" | "run">("trace");

/** The run panel is folded away when false; nothing is run then. */
export const runOpen = signal<boolean>(false);

// ── Requests to the controller and the editor; counters, so that each is one ─

/** Counts presses of Run. */
export const runRequests = signal<number>(0);
/** Counts demands to restart a crashed engine. */
export const restartRequests = signal<number>(0);
/** Counts presses of Ctrl+P. */
export const printRequests = signal<number>(0);
/** What shall have the focus, as soon as it is drawn: the search field, or the editor with its cursor at a place. The newest request counts; whatever meets it
 * sets null, so that nothing takes the focus again when it is drawn anew. */
export const focusRequest = signal<"search" | { line: number; column: number } | null>(null);
/** Counts replacements of the whole text from outside the editor. */
export const textReplaced = signal<number>(0);
/** Counts changes of the text from outside that leave cursor and scroll position as they are. */
export const textFollowed = signal<number>(0);
/** Counts replacements of the whole text by the reader, in the editor. */
export const ownTexts = signal<number>(0);
/** Counts the documents that were opened, in whichever way. */
export const documents = computed<number>(() => textReplaced.value + ownTexts.value);

/** One thing is presented, and nothing else is on the page. */
export const staged = computed<boolean>(() => presenting.value && reading.value && moment.value === null);

/** What is looked at, as links name it: the moment of the story, and how the page is read; "" for the usual picture. */
export const scene = computed<string>(() => [...(story.value ? [`story ${story.value.at}.${story.value.answer}`] : []), ...readScene()].join(" "));

function readScene(): string[] {
  if (!reading.value || moment.value) return [];
  if (presenting.value) return [`present ${stagedRow.value}`];
  const parts = [bothIterations.value && "iterations", objectsOpen.value && "objects"];
  if (historyOpen.value) parts.push(`history ${historyRow.value}`);
  // A moment of the story says itself which row is open.
  else if (!story.value && openedKey.value) parts.push(`row ${openedKey.value}`);
  return parts.filter((p) => p !== false);
}

// ── Actions ────────────────────────────────────────────────────────────────

/**
 * Goes to what a link says is looked at: a moment of the story, "story 3.0", and after it "iterations", "objects", "history" and a row's key, several of them, or
 * "present" and a row's key; "row" and the key of the one whose reason is open takes the place of "history". "rounds" is what older links say for "iterations". What is not known changes nothing.
 */
export function showScene(name: string): void {
  const [whole, at, answer, rest = ""] = /^(?:story ([1-9])\.(\d)(?: |$))?(.*)$/.exec(name) ?? [];
  const [, iterations, objects, what, row] = /^(?:(iterations|rounds)\b ?)?(?:(objects)\b ?)?(?:(history|present|row) (\d{1,9}))?$/.exec(rest) ?? [];
  if (whole && at && (rest === "" || iterations || objects || what)) story.value = { at: Number(at), answer: Number(answer), kept: true };
  if (!iterations && !objects && !what) return;
  const key = Number(row ?? 0);
  batch(() => {
    bothIterations.value = iterations !== undefined;
    objectsOpen.value = objects !== undefined;
    presenting.value = what === "present";
    stagedRow.value = what === "present" ? key : 0;
    historyOpen.value = what === "history" ? "picture" : "";
    historyRow.value = what === "history" ? key : 0;
    wantedRow.value = what === "history" ? { key } : null;
    openedRow.value = what === "row" ? { key, document: documents.peek() } : null;
    reading.value = true;
  });
}

/** Replaces the whole text (the editor keeps it as one step of undo). */
export function setText(value: string): void {
  batch(() => {
    text.value = value;
    diagnostics.value = []; // those of the text before say nothing of this one
    textReplaced.value++;
  });
}

/** Goes on with a text that is changed elsewhere: the document stays the same. */
export function followText(value: string): void {
  batch(() => {
    text.value = value;
    textFollowed.value++;
  });
}

/** The preset for a trace that does not name one: everything, with peeling. */
export const usualPreset = "loop";

/** Takes the editor's text as a document of the reader's own: it has nothing to do with what was open before. */
export function startOwnText(value: string): void {
  batch(() => {
    // The example's passes go with the example; those that the reader chose stay.
    if (exampleById(exampleId.peek())?.preset === preset.peek()) setPreset(usualPreset);
    text.value = value;
    diagnostics.value = [];
    exampleId.value = "";
    inputs.value = {};
    forgetPyPy();
    ownTexts.value++;
  });
}

/** Opens a trace of a log as a draft, with PyPy's result and what the log says around it; what is open now stays stored. */
export function openRecorded(recorded: string, pypy: string, presetName = usualPreset, around: Around = {}): void {
  batch(() => {
    exampleId.value = "";
    inputs.value = {};
    fromPoint.value = 0;
    toPoint.value = -1;
    if (moment.peek()) moment.value = { of: "optimizer", at: 0 };
    pointed.value = null;
    chosen.value = null;
    setPreset(presetName);
    forgetPyPy();
    pypyText.value = pypy;
    pypyAround.value = around;
    ownTexts.value++; // nobody else has this text: it is kept as it is
    setText(recorded);
  });
}

/** Sets PyPy's result for the open trace and shows both; "" removes the comparison. */
export function comparePyPy(pypy: string): void {
  batch(() => {
    pypyText.value = pypy;
    view.value = pypy === "" ? "passes" : "pypy";
    reading.value = false;
    tab.value = "passes";
  });
}

function forgetPyPy(): void {
  pypyText.value = "";
  pypyAround.value = {};
  if (view.peek() === "pypy") view.value = "passes";
}

/** Switches one pass on or off, keeping the compared points on the passes they were on. */
export function togglePass(name: string): void {
  const on = new Set(passes.peek());
  if (!on.delete(name)) on.add(name);
  setPasses([...on]);
}

/** Enables exactly these passes; their order is the pipeline's. */
export function setPasses(names: string[]): void {
  const all = describe.peek();
  const ordered = all ? all.passes.map((p) => p.name).filter((n) => names.includes(n)) : names;
  const before = passes.peek();
  batch(() => {
    fromPoint.value = pointAfterChange(fromPoint.peek(), before, ordered);
    if (toPoint.peek() >= 0) toPoint.value = pointAfterChange(toPoint.peek(), before, ordered);
    passes.value = ordered;
    preset.value = presetOf(ordered);
  });
}

/** Shows the moment at which the optimizer decides about a row of the picture. */
export function stepToRow(key: number, loop: boolean): void {
  moment.value = { of: "optimizer", at: moment.peek()?.at ?? 0, row: { key, loop } };
}

/** Opens the history of the chosen row, or closes it and goes back to where that was. */
export function toggleHistory(): void {
  const from = historyOpen.peek();
  if (from === "") return openHistory(reading.peek() ? -1 : (chosen.peek()?.source ?? -1));
  batch(() => {
    historyOpen.value = "";
    if (from === "columns") reading.value = false;
  });
}

/** Opens the list of all objects, or closes it. */
export function toggleObjects(): void {
  batch(() => {
    objectsOpen.value = !(objectsOpen.peek() && reading.peek() && moment.peek() === null);
    if (!objectsOpen.value) return;
    moment.value = null;
    reading.value = true;
  });
}

/** Opens the history of a row of the columns, by its line from 0; -1 for that of the row that is chosen in the picture. */
export function openHistory(source: number): void {
  batch(() => {
    historyOpen.value = reading.peek() ? "picture" : "columns";
    if (source >= 0) wantedRow.value = { number: source + 1 };
    bothIterations.value = reading.peek() && bothIterations.peek();
    moment.value = null;
    reading.value = true;
  });
}

/** Steps through the optimizer's walk, or goes back to what was shown before. */
export function toggleSteps(): void {
  moment.value = moment.peek() ? null : { of: "optimizer", at: 0 };
}

/** Shows the machine code at the desk, or how long it takes. */
export function showMachine(part: "code" | "time"): void {
  batch(() => {
    moment.value = null;
    reading.value = false;
    tab.value = "passes";
    machinePart.value = part;
    view.value = "machine";
  });
}

/** Enables the passes of a preset. */
export function setPreset(name: string): void {
  const found = describe.peek()?.presets.find((p) => p.name === name);
  batch(() => {
    if (found) setPasses(found.passes);
    preset.value = name;
  });
}

/** Compares two points; `to` may be -1 for the last one. */
export function setPoints(from: number, to: number): void {
  batch(() => {
    fromPoint.value = Math.max(0, Math.min(from, passes.peek().length));
    toPoint.value = to < 0 ? -1 : Math.min(to, passes.peek().length);
  });
}

/** Moves the compared pair one pass back (-1) or on (+1): each pass against the point before it, in the picture against the recorded trace. */
export function stepPoint(by: -1 | 1): void {
  const last = passes.peek().length;
  if (last === 0) return;
  if (reading.peek()) {
    const now = toPoint.peek() < 0 ? last : toPoint.peek();
    return setPoints(0, Math.max(0, Math.min(last, now + by)));
  }
  const whole = toPoint.peek() < 0 && fromPoint.peek() === 0;
  const to = toPoint.peek() < 0 ? last : toPoint.peek();
  const next = whole ? (by > 0 ? 1 : last) : Math.max(1, Math.min(last, to + by));
  setPoints(next - 1, next);
}

/** Optimizes and runs at once, even when automatic running is off. */
export function runNow(): void {
  runRequests.value++;
}

/** Starts a new engine after a crash and runs again. */
export function restartEngine(): void {
  restartRequests.value++;
}

/** Opens an example; the text before stays in the list of recent drafts. */
export function openExample(id: string): void {
  const found = exampleById(id);
  if (!found) return;
  batch(() => {
    exampleId.value = id;
    inputs.value = inputsOf(found.inputs);
    fromPoint.value = 0;
    toPoint.value = -1;
    if (moment.peek()) moment.value = { of: "optimizer", at: 0 };
    pointed.value = null;
    chosen.value = null;
    setPreset(found.preset || usualPreset);
    forgetPyPy();
    pypyText.value = found.pypy ?? "";
    setText(found.text);
  });
}

/** Puts the editor's cursor on a line (0-based; column in UTF-16 code units) and scrolls there. */
export function focusSourceLine(line: number, column = 0): void {
  focusRequest.value = { line, column };
}

// ── Help for the actions ───────────────────────────────────────────────────

/** An example by its id; the first one is known before the engine is. */
export function exampleById(id: string): Example | undefined {
  const known = describe.peek()?.examples.find((e) => e.id === id);
  return known ?? (id === firstExample.id ? firstExample : undefined);
}

/** The name of the preset with exactly these passes, "" if there is none. */
function presetOf(names: string[]): string {
  const presets = describe.peek()?.presets ?? [];
  const same = (p: string[]) => p.length === names.length && p.every((n) => names.includes(n));
  return presets.find((p) => same(p.passes))?.name ?? "";
}

/** A point named by the pass before it stays there; if that pass is gone, the nearest one before it. */
function pointAfterChange(point: number, before: string[], after: string[]): number {
  for (let k = Math.min(point, before.length); k > 0; k--) {
    const at = after.indexOf(before[k - 1]!);
    if (at >= 0) return at + 1;
  }
  return 0;
}
