// What a class's menu opens.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { spaced } from "../classroom/ask";
import { ConfirmDialog } from "../ui/confirm";
import { Modal } from "../ui/modal";
import { OnlyHere } from "../ui/only-here";
import { saveAs } from "../ui/save-as";
import { Wrong } from "../ui/wrong";
import { ToldText } from "./home";
import * as page from "./state";
import { at, place } from "../site";

interface Props {
  onClose(): void;
}

const helper = signal("");

/** How to join, large enough for a projector. */
export function InviteDialog({ onClose }: Props) {
  const now = page.general.value!;
  const open = now.code !== "" && now.until > page.now.value;
  const assistant = async () => {
    const answer = await page.send<{ word: string }>("/teach/invite", { role: "assistant", class: page.classId.peek() });
    if (answer) helper.value = location.origin + at(`/teach#invitation=${answer.word}`);
  };
  return (
    <Modal id="invite" title="Join the class" class="teach-invite wide spaced" onClose={onClose}>
      {open ? (
        <div class="amid gap-5 to-middle toolbar">
          <img class="teach-qr qr" src={at(`/c/${now.code}/qr.svg`)} width={280} height={280} alt={`QR code of ${place("/c/")}${now.code}`} />
          <div>
            <p class="teach-address big-address mono anywhere">{place("/c/")}</p>
            <p class="big-code nowrap typed-code">{spaced(now.code)}</p>
            <p class="faint">
              or {place("/class")} and the code. Open until {new Date(now.until * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}.
            </p>
          </div>
        </div>
      ) : (
        <p>Nobody can join now. Learners who have a seat go on.</p>
      )}
      <OnlyHere />
      {now.full && (
        <p class="class-buttons flex wrap gap-2 space-4">
          {open && (
            <button type="button" class="button" onClick={() => void page.act({ code: "close" })}>
              Close joining
            </button>
          )}
          {open && (
            <button type="button" class="button" onClick={() => void page.act({ code: "more" })}>
              Open for twelve more hours
            </button>
          )}
          <button type="button" class={open ? "button" : "button primary"} onClick={() => void page.act({ code: "new" })}>
            {open ? "Another code" : "Open joining"}
          </button>
          <button type="button" class="button" onClick={() => void assistant()}>
            Invite an assistant…
          </button>
        </p>
      )}
      {helper.value && (
        <>
          <p>Send this link to one person, who can then watch and help, but not change the class. It works once: do not show it on a projector.</p>
          <ToldText text={helper.value} />
        </>
      )}
      <Wrong words={page.wrong.value} />
    </Modal>
  );
}

const words = signal("");

/** A note for all. */
export function SayDialog({ onClose }: Props) {
  const write = (text: string) => {
    words.value = text;
    page.keepNote("all", { text, line: 0 });
  };
  useEffect(() => void (words.value = page.keptNote("all").text), []);
  const say = async () => {
    const text = words.value;
    // What is typed while it is sent stays.
    if (!(await page.act({ say: { text } })) || words.peek() !== text) return;
    write("");
    onClose();
  };
  return (
    <Modal id="say" title="A note for all" class="teach-dialog spaced" onClose={onClose}>
      <form
        class="class-form form"
        onSubmit={(e) => {
          e.preventDefault();
          void say();
        }}
      >
        <label>
          Note
          <textarea rows={4} required maxLength={2000} data-first value={words.value} onInput={(e) => write(e.currentTarget.value)} />
        </label>
        <Wrong words={page.wrong.value} />
        <button type="submit" class="button primary">
          Send to all
        </button>
      </form>
    </Modal>
  );
}

/** Makes everyone look at a step. */
export function LookDialog({ onClose }: Props) {
  const look = async (step: string) => {
    if (await page.act({ look: step })) onClose();
  };
  return (
    <Modal id="look" title="Everybody look here" class="teach-dialog spaced" onClose={onClose}>
      <p>All learners see a bar that leads to the step. Nobody loses what they type.</p>
      <ul class="teach-list height-32vh boxed scroll" tabIndex={0} aria-label="Steps">
        {page.general.value!.steps.map((s) => (
          <li key={s.id}>
            <button type="button" class="item" onClick={() => void look(s.id)}>
              {s.label} {s.title}
            </button>
          </li>
        ))}
      </ul>
      <Wrong words={page.wrong.value} />
    </Modal>
  );
}

const mark = signal(true);

/** The results of the class, as files. */
export function ExportDialog({ onClose }: Props) {
  const base = at(`/teach/classes/${page.classId.value}/results`);
  const more = mark.value ? "&mark=yes" : "";
  return (
    <Modal id="export" title="Results" class="teach-dialog spaced" onClose={onClose}>
      <p>
        Done is what passed on this server. Tries and hints are what browsers said.
        {page.general.value!.roster === 0 && " With a roster, there are files for Moodle and Canvas, too."}
      </p>
      <label class="row">
        <input type="checkbox" checked={mark.value} onChange={(e) => (mark.value = e.currentTarget.checked)} /> For a spreadsheet (with a byte order mark)
      </label>
      <p class="class-buttons flex wrap gap-2 space-4">
        <a class="button primary" href={`${base}?form=wide${more}`} download data-first>
          A row for each learner (CSV)
        </a>
        <a class="button" href={`${base}?form=long${more}`} download>
          A row for each learner and step (CSV)
        </a>
        <a class="button" href={`${base}?form=questions${more}`} download>
          First and last answers, counted (CSV)
        </a>
        {page.general.value!.roster > 0 && (
          <>
            <a class="button" href={`${base}?form=moodle${more}`} download>
              For Moodle (CSV)
            </a>
            <a class="button" href={`${base}?form=canvas`} download>
              For Canvas (CSV)
            </a>
          </>
        )}
        <a class="button" href={base} download={`class-${page.classId.value}.json`}>
          JSON
        </a>
      </p>
    </Modal>
  );
}

/** Closes the class: its file first, then the deletion. */
export function CloseDialog({ onClose }: Props) {
  const id = page.classId.value;
  const { name } = page.general.value!.settings;
  const saved = useSignal<{ name: string; size: number } | null>(null);
  const saving = useSignal(false);
  const seen = useSignal(false); // a double click on what saves must not delete
  const save = async () => {
    saving.value = true;
    const content = await page.download(`/teach/classes/${id}/results?form=all&mark=yes`);
    saving.value = false;
    if (!content) return;
    changed.value = seen.value = false;
    saved.value = { name: `class-${id}.zip`, size: content.size };
    saveAs(content, saved.value.name, content.type);
  };
  const changed = useSignal(false); // since the file was made
  const gone = async () => {
    const became = await page.deleteClass(changed.peek());
    if (became === "done") location.hash = "";
    changed.value ||= became === "unsaved";
  };
  if (saved.value && changed.value)
    return (
      <ConfirmDialog id="delete-unsaved" title="The class has changed" does="Delete without it" keeps="Save the class again" onConfirm={() => void gone()} onClose={() => (saved.value = null)}>
        <p>
          Something has happened since <b>{saved.value.name}</b> was made: somebody typed, joined or ran tests. That is not in your file.
        </p>
        <p>Save the class again, or delete it together with everything that is not in the file.</p>
        <Wrong words={page.wrong.value} />
      </ConfirmDialog>
    );
  if (saved.value)
    return (
      <ConfirmDialog id="delete" title="Delete the class" does="Delete for good" keeps="Keep the class" waits={!seen.value} onConfirm={() => void gone()} onClose={onClose}>
        <p>
          Your browser was given <b>{saved.value.name}</b> ({Math.ceil(saved.value.size / 1000)} kB). Anything typed from now on is not in it.
        </p>
        <label class="row">
          <input type="checkbox" checked={seen.value} onChange={(e) => (seen.value = e.currentTarget.checked)} /> I have the file
        </label>
        <p>All seats, results, drafts and notes of {name} are deleted on this server for good.</p>
        <Wrong words={page.wrong.value} />
      </ConfirmDialog>
    );
  return (
    <Modal id="close-class" title="Close the class" class="confirm-dialog spaced" onClose={onClose}>
      <p>First, save all of {name} in one file: results in every form, the roster, the class’s own lessons, and of each learner the drafts, the programs that passed, and the notes. Then you are asked whether it is deleted.</p>
      <Wrong words={page.wrong.value} />
      <p class="toolbar gap-2">
        <button type="button" class="button primary" data-first disabled={saving.value} onClick={() => void save()}>
          {saving.value ? "Saving…" : "Save the class (ZIP)"}
        </button>
        <button type="button" class="button" onClick={onClose}>
          Keep it open
        </button>
      </p>
    </Modal>
  );
}
