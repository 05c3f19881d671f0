// Drafts that members offer: whoever presents reads one, with what is different in it, before everybody sees it.

import { WholeWithChanges } from "../editor/changed-lines";
import { lineChanges } from "../editor/merge";
import { presenting } from "../state";
import { Menu } from "../ui/menu";
import { Modal } from "../ui/modal";
import type { Offered, OfferedDraft } from "./protocol";
import { type Session, pageOf } from "./session";

/** How many drafts are offered, "" for none. */
export const offerWords = (n: number) => (n === 0 ? "" : n === 1 ? "1 draft offered" : `${n} drafts offered`);

export function Offers({ session: now }: { session: Session }) {
  const offers = now.soft.value.offers ?? [];
  if (offers.length === 0) return null;
  const words = offerWords(offers.length);
  return (
    <Menu
      label={<span class="warning toned strong">{words}</span>}
      name={`${words}: read one`}
      items={() => offers.map((o, i) => ({ key: o.id, title: nameOf(o) || `Somebody (${i + 1})`, note: o.about || "An empty text", run: () => now.lookAtDraft(o.id) }))}
      wide
    />
  );
}

/** The name of who offers a draft; "" for one without, and on a projector, where no one is named. */
function nameOf({ name }: Offered): string {
  return presenting.value ? "" : name;
}

/** The lines of a text, whether the last one is ended or not. */
const linesOf = (text: string) => text.replace(/\n$/, "");

/** What a draft is compared with: what is presented, under a draft that may be shown; null where that is on another page. */
function presented(now: Session, draft: OfferedDraft): string | null {
  const board = now.board.value!;
  const { text, view } = board.under ?? board;
  return pageOf(view) === pageOf(draft.view) ? linesOf(text) : null;
}

/** The whole draft, before everybody sees it. */
export function OfferDialog({ session: now, draft }: { session: Session; draft: OfferedDraft }) {
  const close = () => (now.looked.value = null);
  const base = presented(now, draft);
  const offer = now.soft.value.offers?.find((o) => o.id === draft.member);
  const isNewest = offer?.at === draft.at;
  const withdraw = () => {
    now.withdraw(draft.member);
    close();
  };
  return (
    <Modal id="workshop-offer" title={offer && nameOf(offer) ? `A draft of ${nameOf(offer)}` : "A draft of somebody"} class="workshop-offer wide spaced" onClose={close}>
      <p class="soft">{difference(base, draft)}</p>
      <WholeWithChanges before={base ?? linesOf(draft.text)} after={linesOf(draft.text)} label="The draft, with what is different in it" />
      {!isNewest && (
        <p class="notice warning" role="status">
          {offer ? "It was offered again: another draft has taken its place." : "It is no longer offered."}
        </p>
      )}
      <p class="gap-2 toolbar">
        {offer && !isNewest ? (
          <button type="button" class="button primary" onClick={() => now.lookAtDraft(draft.member)}>
            Read the new one
          </button>
        ) : (
          <button type="button" class="button primary" disabled={!offer} onClick={() => now.showDraft()}>
            Show it to everybody
          </button>
        )}
        <button type="button" class="button" disabled={!offer} onClick={withdraw}>
          Do not show it
        </button>
      </p>
    </Modal>
  );
}

/** How a draft differs from what is presented, in a sentence. */
function difference(before: string | null, { text, view }: OfferedDraft): string {
  if (text === "") return "It is an empty text.";
  if (before === null) return `It is from another page: ${pageOf(view)}.`;
  const changes = lineChanges(before, linesOf(text));
  if (changes.length === 0) return "It is the text that you present.";
  const count = (lines: number, what: string) => (lines === 0 ? "" : lines === 1 ? `1 line ${what}` : `${lines} lines ${what}`);
  const added = count(changes.reduce((n, c) => n + c.comes.length, 0), "added");
  const removed = count(changes.reduce((n, c) => n + c.goes.length, 0), "removed");
  return `Compared with what you present: ${[added, removed].filter((words) => words !== "").join(", ")}.`;
}
