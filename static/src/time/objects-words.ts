// Objects of a moment, and of a run, as they are drawn and described.

import type { MomentBox, MomentResponse, RunSide } from "../api.gen";
import { plainOf } from "../pipeline/words";
import { plural } from "../ui/counts";

export interface DrawnObject {
  /** The same at each moment at which the object exists. */
  id: string;
  name: string;
  class: string;
  state: MomentBox["state"] | "exit";
  near: boolean;
  slots: readonly DrawnSlot[];
  notes: readonly string[];
  /** Where it comes from. */
  row?: { key: number; loop: boolean };
}

export interface DrawnSlot {
  name: string;
  value: string;
  /** The index of the object that it holds, -1 for none. */
  to: number;
  waits: boolean;
}

const stateWords: Record<string, string> = {
  known: "only known",
  now: "made now",
  made: "made, in memory",
  there: "in memory",
  exit: "what is handed over",
};

/** The objects of a moment, beginning with the values of a guard that stays. */
export function objectsOf(m: Pick<MomentResponse, "boxes" | "kept">): DrawnObject[] {
  const first = m.kept.length > 0 ? 1 : 0;
  const slots = (list: MomentBox["slots"]) => list.map((s) => ({ name: s.name, value: plainOf(s.value) + (s.waits ? " waits" : ""), to: s.box < 0 ? -1 : s.box + first, waits: s.waits }));
  const boxes = m.boxes.map((b) => ({
    id: String(b.id),
    name: plainOf(b.name),
    class: shortClass(b.class),
    state: b.state,
    near: b.near,
    slots: slots(b.slots),
    notes: notesOf(b),
    ...(b.key ? { row: { key: b.key, loop: b.loop } } : {}),
  }));
  const exit: DrawnObject = { id: "(exit)", name: "if it fails", class: "", state: "exit", near: true, slots: slots(m.kept), notes: [] };
  return first ? [exit, ...boxes] : boxes;
}

function notesOf(b: MomentBox): string[] {
  const names = b.names.map(plainOf);
  return [...(names.length > 0 ? [`also ${names.join(", ")}`] : []), ...(b.state === "now" ? [stateWords["now"]!] : b.why.length > 0 ? [plainOf(b.why)] : [])];
}

/** The memory of a run, beginning with the values at its exit. */
export function memoryOf(side: RunSide): DrawnObject[] {
  const values = side.exit?.values ?? [];
  const first = values.length > 0 ? 1 : 0;
  const slots = (list: typeof values) => list.map((f) => ({ name: f.name === f.value ? "" : f.name, value: f.value, to: f.object < 0 ? -1 : f.object + first, waits: false }));
  const objects = side.objects.map((o): DrawnObject => ({
    id: o.name,
    name: o.name,
    class: shortClass(o.class) + (o.length !== null ? `[${o.length}]` : ""),
    state: o.rebuilt ? "now" : "there",
    near: false,
    slots: slots(o.fields),
    notes: [...(o.more > 0 ? [plural(o.more, "more field")] : []), ...(o.rebuilt ? ["made by the exit"] : [])],
  }));
  const exit: DrawnObject = { id: "(exit)", name: "given away", class: "", state: "exit", near: true, slots: slots(values), notes: [] };
  return first ? [exit, ...objects] : objects;
}

/** A class without its package. */
function shortClass(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** A text of at most this many characters, the last of which is an ellipsis if it was
 * cut. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** For each object the names of those that refer to it. */
export function holdersOf(objects: readonly DrawnObject[]): string[][] {
  const holders: string[][] = objects.map(() => []);
  objects.forEach((o, k) => {
    for (const to of new Set(o.slots.map((s) => s.to))) holders[to]?.push(to === k ? "itself" : o.name);
  });
  return holders;
}

/** An object in sentences: what it is, what it holds, and what refers to it. */
export function tellObject(o: DrawnObject, holders: readonly string[]): string {
  const words = [stateWords[o.state], ...o.notes.filter((n) => n !== stateWords["now"])].join("; ");
  const held = o.slots.map((s) => (s.name ? `${s.name} is ${s.value}` : s.value)).join(", ");
  const sentences = [`${o.name}${o.class && `, of class ${o.class}`}: ${words}`, held, holders.length > 0 ? `Referred to by ${holders.join(", ")}` : ""];
  return `${sentences.filter(Boolean).join(". ")}.`;
}
