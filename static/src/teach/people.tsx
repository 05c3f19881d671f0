// Who has an account, and who is invited: for the owner everybody, for a teacher those who help in the teacher's classes.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, sentenceOf } from "../classroom/ask";
import { ConfirmDialog } from "../ui/confirm";
import { Modal } from "../ui/modal";
import { Wrong } from "../ui/wrong";
import * as page from "./state";

/** An account, or an invitation, which has no name. */
interface Staffer {
  id: string;
  name?: string;
  /** Who made an invitation. */
  by?: string;
  role: string;
  /** Until when an invitation is open, in seconds since 1970. */
  until?: number;
  classes: string[];
}

export function PeopleDialog({ onClose }: { onClose(): void }) {
  const all = useSignal<Staffer[] | null>(null);
  const removing = useSignal<Staffer | null>(null);
  const load = async () => {
    try {
      all.value = await ask<Staffer[]>("/teach/people.json");
    } catch (error) {
      page.wrong.value = sentenceOf(error);
    }
  };
  useEffect(() => {
    page.wrong.value = "";
    void load();
  }, []);
  const remove = async (who: Staffer) => {
    if (!(await page.send("/teach/remove", { who: who.id }))) return;
    removing.value = null;
    await load();
  };
  const who = removing.value;
  if (who) return <Removing who={who} onConfirm={() => void remove(who)} onClose={() => (removing.value = null)} />;
  return (
    <Modal id="people" title={owns() ? "Teachers and assistants" : "Assistants"} class="teach-dialog spaced" onClose={onClose}>
      <Wrong words={page.wrong.value} />
      {all.value?.length === 0 && <p>Nobody helps in your classes. The dialog with a class’s code has a link for an assistant.</p>}
      {all.value && all.value.length > 0 && (
        <div class="long-list" tabIndex={0} role="region" aria-label="Who has an account, and who is invited">
          <table class="teach-people table full">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">
                  <span class="off-screen">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {all.value.map((l) => (
                <tr key={l.id}>
                  <th scope="row">
                    {l.until ? "Invitation" : <strong>{l.name}</strong>} <span class="faint">{l.role}</span>
                    {l.until ? <p class="minor">{invited(l)}</p> : null}
                    <p class="minor">{l.classes.join(", ") || "No classes"}</p>
                  </th>
                  <td class="to-right">
                    {(l.until !== undefined || l.name !== page.me.value?.name) && (
                      <button type="button" class="button small" aria-label={`${l.until ? "Withdraw the invitation" : "Remove"} ${l.name ?? invited(l)}`} onClick={() => (removing.value = l)}>
                        {l.until ? "Withdraw…" : "Remove…"}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  );
}

/** True for the owner, who removes accounts; a teacher removes assistants from the teacher's own classes. */
const owns = () => page.me.value?.role === "owner";

function invited({ by, until }: Staffer): string {
  const day = new Date((until ?? 0) * 1000).toLocaleDateString("en", { day: "numeric", month: "long" });
  return `${by ? `by ${by}, ` : ""}open until ${day}`;
}

function Removing({ who, onConfirm, onClose }: { who: Staffer; onConfirm(): void; onClose(): void }) {
  if (who.until) {
    return (
      <ConfirmDialog id="withdraw-invitation" title="Withdraw the invitation" does="Withdraw it" keeps="Keep it" onConfirm={onConfirm} onClose={onClose}>
        <p>The link of this invitation ({who.role}, {invited(who)}) is void from then on.</p>
        <Wrong words={page.wrong.value} />
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog id="remove-person" title={`Remove ${who.name}`} does="Remove" keeps={owns() ? "Keep the account" : `Keep ${who.name}`} onConfirm={onConfirm} onClose={onClose}>
      {owns() ? (
        <p>
          {who.name} is signed out everywhere at once, and cannot sign in again. A token for programs and invitations that {who.name} made are void, too.
        </p>
      ) : (
        <p>
          {who.name} sees nothing of your classes from then on: {who.classes.join(", ")}. An assistant who helps in no other class is signed out, and cannot sign in again.
        </p>
      )}
      <p>
        {owns() && who.classes.length > 0 ? `Classes stay: ${who.classes.join(", ")}. You can open them. ` : ""}
        Learners there get new rejoin codes, because {who.name} could see the old ones; nobody is signed out by that.
      </p>
      <Wrong words={page.wrong.value} />
    </ConfirmDialog>
  );
}
