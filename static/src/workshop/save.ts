// Saves a session as one page that needs no server, or as the skeleton of a lesson.

import type { Prepared } from "../api.gen";
import { WholeEngine } from "../engine/whole";
import { during } from "../settled";
import { at } from "../site";
import { toast } from "../ui/toasts";
import { saveAs } from "../ui/save-as";
import { type Pictures, pageOf, pictureLimits, worthDrawing } from "./kept";
import type { Past } from "./past";
import type { Session } from "./session";

export async function savePage(session: Session): Promise<void> {
  await during("saving", (async () => {
    toast("The session is being saved…");
    const past = await session.history();
    const answer = await fetch(at(__SESSION_URL__));
    if (!answer.ok) throw new Error("expected the page of a session from the server, found none");
    const template = await answer.text();
    const title = titleOf(past);
    const drawn = await draw(past);
    saveAs(pageOf(template, { unboxSession: 1, title, lines: past.lines, ...drawn }), `${fileName(past)}.html`, "text/html");
    toast("The session is saved as one page, which can be opened from a disk.");
  })());
}

export async function saveLesson(session: Session): Promise<void> {
  await during("saving", (async () => {
    saveAs(await session.lesson(), `lesson-of-${fileName(await session.history())}.zip`, "application/zip");
    toast("A course is saved, to be completed: `unbox lesson lint` says what it expects.");
  })());
}

function dayOf(past: Past): Date {
  return new Date(past.when(0) || past.when(past.count - 1) || Date.now());
}

function titleOf(past: Past): string {
  return `A workshop of ${dayOf(past).toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" })}`;
}

function fileName(past: Past): string {
  const day = dayOf(past);
  const two = (n: number) => String(n).padStart(2, "0");
  return `workshop-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Has the optimizer draw what was presented; a text that is no trace has no picture. */
async function draw(past: Past): Promise<Pictures> {
  const engine = new WholeEngine({ patience: 60_000, timeout: 60_000 });
  const numbers = new Map<string, number>();
  const pictures: Prepared[] = [];
  const shown: [number, number][] = [];
  let length = 0;
  for (const { index, request } of worthDrawing(past)) {
    const key = JSON.stringify(request);
    if (!numbers.has(key)) {
      if (pictures.length >= pictureLimits.pictures || length > pictureLimits.bytes) continue;
      const made = await engine.call<Prepared>("session", "prepared", { ...request, title: "" }).catch(() => null);
      numbers.set(key, made ? pictures.push(made) - 1 : -1);
      length += made ? JSON.stringify(made).length : 0;
    }
    shown.push([index, numbers.get(key)!]);
  }
  engine.stop();
  return { pictures, shown: shown.filter(([, number]) => number >= 0).sort(([a], [b]) => a - b) };
}
