// The history of a learner's draft: moments at which it was unchanged for a
// while.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Moment } from "../classroom/protocol";
import { ago } from "../ui/ago";
import * as page from "./state";

/** The history of the shown draft. */
export interface Past {
  /** Null while the draft is shown as it is typed. */
  moments: readonly Moment[] | null;
  index: number;
  /** What is shown, and the text before it; undefined while the draft is shown as it is typed. */
  was: Moment | undefined;
  before: string;
  open(): void;
  close(): void;
  goTo(index: number): void;
}

export function usePast(seat: string, step: string): Past {
  const moments = useSignal<readonly Moment[] | null>(null);
  const index = useSignal(0);
  const close = () => {
    moments.value = null;
  };
  useEffect(close, [seat, step]);
  const open = async () => {
    const found = await page.pastOf(seat, step);
    const chosen = page.chosen.peek();
    if (!found?.length || chosen.seat !== seat || chosen.step !== step) return;
    index.value = found.length - 1;
    moments.value = found;
  };
  return {
    moments: moments.value,
    index: index.value,
    was: moments.value?.[index.value],
    before: moments.value?.[index.value - 1]?.text ?? "",
    open: () => void open(),
    close,
    goTo: (to) => (index.value = Math.min(Math.max(to, 0), (moments.peek()?.length ?? 1) - 1)),
  };
}

/** What is shown of the draft: as it is typed, its history, which one goes through, or a suggestion that is being made. */
export function PastBar({ past, count, making }: { past: Past; count: number; making: Signal<boolean> }) {
  const { moments, index, was } = past;
  const clock = was && new Date(was.at * 1000).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const last = (moments?.length ?? 0) - 1;
  const show = (suggests: boolean) => {
    past.close();
    making.value = suggests;
  };
  return (
    <section class="teach-past gap-2 column" aria-label="The draft">
      <div class="segments" role="group" aria-label="What is shown of the draft">
        <button type="button" aria-pressed={!was && !making.value} onClick={() => show(false)}>
          Now
        </button>
        <button type="button" aria-pressed={was !== undefined} disabled={count === 0} title="What it was at earlier moments" onClick={past.open}>
          {count === 0 ? "History: none yet" : `History (${count})`}
        </button>
        <button type="button" aria-pressed={!was && making.value} title="Change the text: the learner can accept it" onClick={() => show(true)}>
          Suggest a change
        </button>
      </div>
      {was && (
        <p>
          <b>As it was at {clock}</b> <span class="soft">· {ago(was.at * 1000)}</span>
        </p>
      )}
      {was && (
        <p class="row">
          <button type="button" class="button" aria-label="Earlier" disabled={index === 0} onClick={() => past.goTo(index - 1)}>
            ‹
          </button>
          <input type="range" class="grow slim" min={0} max={last} value={index} aria-label="Moment" aria-valuetext={`${clock}, ${index + 1} of ${last + 1}`} onInput={(e) => past.goTo(Number(e.currentTarget.value))} />
          <button type="button" class="button" aria-label="Later" disabled={index === last} onClick={() => past.goTo(index + 1)}>
            ›
          </button>
          <span class="soft digits">
            {index + 1} of {last + 1}
          </span>
        </p>
      )}
    </section>
  );
}
