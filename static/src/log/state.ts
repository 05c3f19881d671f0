// The log that is being chosen from, and the ways a text comes in: a file that
// is chosen or dropped, and a text in the editor. The engine reads it and finds
// its traces, in the worker; nothing is uploaded.

import { batch, computed, signal } from "@preact/signals";
import type { LogTrace } from "../api.gen";
import { aroundOf } from "../around";
import { importLog } from "../controller";
import { comparePyPy, diagnostics, openRecorded, text as editorText } from "../state";
import { toast } from "../ui/toasts";
import { choiceOf, isRecorded } from "./list";
import { looksLikeLog, looksLikeProgram, tooLarge } from "./recognise";

/** A log whose traces are known. */
export interface Log {
  /** The file's name, "" for a text from the editor. */
  name: string;
  text: string;
  traces: LogTrace[];
  /** The reader wants PyPy’s result of the open trace. */
  forOpenTrace?: boolean;
}

/** The log that is open for choosing, null if none is. */
export const openLog = signal<Log | null>(null);

/** The name of the file that is being read, "" if none is. */
export const reading = signal("");

/** True while PyPy's result of the open trace is asked for. */
export const askingForResult = signal(false);

/** The log that is in the editor, null if the text there is not a log. */
export const logInEditor = signal<Log | null>(null);

/** True if the text in the editor is a program, and no trace. */
export const programInEditor = computed(() => diagnostics.value.length > 0 && !looksLikeLog(editorText.value) && looksLikeProgram(editorText.value));

/** Reads a file: a log opens its list of traces, a single trace opens at once. */
export async function openFile(file: File): Promise<void> {
  await read(file, takeText);
}

/** Reads a file as PyPy's result of the open trace. */
export async function openResultFile(file: File): Promise<void> {
  await read(file, takeResult);
}

async function read(file: File, take: (name: string, text: string) => Promise<void>): Promise<void> {
  const refusal = tooLarge(file.size);
  if (refusal) return toast(`“${file.name}” is not opened: ${refusal}.`);
  reading.value = file.name;
  try {
    await take(file.name, await file.text());
  } catch {
    toast(`“${file.name}” could not be read.`);
  } finally {
    reading.value = "";
  }
}

async function takeText(name: string, text: string): Promise<void> {
  const answer = await importLog(text, 0);
  if (!answer) return;
  const { traces } = answer;
  const [only] = traces;
  if (looksLikeLog(text) || traces.length > 1) openLog.value = { name, text, traces };
  else if (only && isResult(only)) comparePyPy(text);
  else {
    openRecorded(text, "");
    toast(`“${name}” is open as a draft.`);
  }
}

/** Takes a text as PyPy's result of the open trace; a log offers its traces instead. */
export async function takeResult(name: string, text: string): Promise<void> {
  const answer = await importLog(text, 0);
  if (!answer) return;
  askingForResult.value = false;
  if (answer.traces.length > 1) openLog.value = { name, text, traces: answer.traces, forOpenTrace: true };
  else comparePyPy(text);
}

function isResult(trace: LogTrace): boolean {
  return !isRecorded(trace) && trace.ops > 0;
}

/**
 * Opens a trace of a log as a draft. A result whose recorded trace is not in the log is opened as it is, or is compared with the open
 * trace if the reader wanted a result of it.
 */
export async function chooseTrace(log: Log, trace: LogTrace): Promise<void> {
  const choice = choiceOf(trace, log.traces);
  const first = await importLog(log.text, choice?.recorded ?? trace.number);
  if (!first?.text) return;
  const own = choice && choice.optimized > 0 ? await importLog(log.text, choice.optimized) : null;
  batch(() => {
    openLog.value = null;
    if (!choice && log.forOpenTrace) return comparePyPy(first.text!);
    if (!choice) return openRecorded(first.text!, "", "straight", aroundOf(first));
    openRecorded(first.text!, own?.text ?? "", choice.preset, aroundOf(first));
    if (!isRecorded(trace)) comparePyPy(own?.text ?? "");
  });
}

let asked = "";

/** Checks whether the editor contains a raw log, and finds its traces if it
 * does. */
export async function recogniseEditor(): Promise<void> {
  const text = editorText.peek();
  if (!looksLikeLog(text)) {
    asked = "";
    logInEditor.value = null;
    return;
  }
  if (text === asked || tooLarge(text.length)) return;
  asked = text;
  const answer = await importLog(text, 0, "recognise");
  if (answer && text === editorText.peek()) logInEditor.value = { name: "", text, traces: answer.traces };
}
