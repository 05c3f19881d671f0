// Removes many seats at once: those of somebody who joined again and again, or with names that should not be here.

import { useSignal } from "@preact/signals";
import type { Row } from "../classroom/protocol";
import { ago } from "../ui/ago";
import { Modal } from "../ui/modal";
import { Wrong } from "../ui/wrong";
import * as page from "./state";

/** Whether nobody has the seat open, and nothing was opened, run or written with it. At the beginning of a lesson, many who are here have done nothing yet. */
function isUnused(row: Row): boolean {
  return !row.here && Object.keys(row.cells ?? {}).length === 0;
}

function seatCount(n: number): string {
  return `${n} ${n === 1 ? "seat" : "seats"}`;
}

export function SeatsDialog({ onClose }: { onClose(): void }) {
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const busy = useSignal(false);
  const all = [...page.learners.value].sort((a, b) => b.joined - a.joined || page.nameOf(a.id).localeCompare(page.nameOf(b.id)));
  const unused = all.filter(isUnused);
  const count = all.filter((r) => chosen.value.has(r.id)).length;
  const choose = (row: Row, on: boolean) => {
    const next = new Set(chosen.peek());
    if (on) next.add(row.id);
    else next.delete(row.id);
    chosen.value = next;
  };
  const remove = async () => {
    busy.value = true;
    let removed = true;
    for (const { id } of all) removed &&= !chosen.peek().has(id) || (await page.act({ remove: id }));
    busy.value = false;
    if (removed) onClose();
  };
  return (
    <Modal id="seats" title="Remove seats" class="teach-dialog spaced" onClose={onClose}>
      <p>For somebody who joined many times, or with names that should not be here. If it goes on, choose another code first. Seats that you choose are deleted for good, with their results and drafts.</p>
      <p>
        <button type="button" class="button small" disabled={busy.value || unused.length === 0} onClick={() => (chosen.value = new Set(unused.map((r) => r.id)))}>
          Choose all that are unused ({unused.length})
        </button>
      </p>
      <div class="long-list boxed pad-y-2 pad-x-4 space-4" tabIndex={0} role="region" aria-label="Seats, the newest first">
        {all.map((r) => (
          <label key={r.id} class="row">
            <input type="checkbox" checked={chosen.value.has(r.id)} disabled={busy.value} onChange={(e) => choose(r, e.currentTarget.checked)} />
            <span>
              {page.nameOf(r.id)}{" "}
              <span class="faint">
                joined {ago(r.joined * 1000)}
                {isUnused(r) ? ", unused" : r.here ? ", here" : ""}
              </span>
            </span>
          </label>
        ))}
      </div>
      <Wrong words={page.wrong.value} />
      <p class="class-buttons space-4">
        <button type="button" class="button primary" disabled={busy.value || count === 0} onClick={() => void remove()}>
          {busy.value ? `Removing… ${seatCount(count)} left` : `Remove ${seatCount(count)}`}
        </button>
      </p>
    </Modal>
  );
}
