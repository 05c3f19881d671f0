// A class at work: who is there, how far they are, who may need help.

import { useEffect } from "preact/hooks";
import { sentenceOf, spaced } from "../classroom/ask";
import { Menu } from "../ui/menu";
import { isTyping } from "../ui/key-names";
import { Modal } from "../ui/modal";
import { messageParts } from "../ui/words";
import { Wrong } from "../ui/wrong";
import { AnswersDialog } from "./answers";
import { CourseDialog } from "./course";
import { CloseDialog, ExportDialog, InviteDialog, LookDialog, SayDialog } from "./dialogs";
import { Grid } from "./grid";
import { LearnerPanel, closeLearner } from "./learner";
import { RosterDialog } from "./roster";
import { SeatsDialog } from "./seats";
import { SettingsForm } from "./settings";
import { failing, stuckFirst } from "./stuck";
import * as page from "./state";

export function ClassView() {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.defaultPrevented || e.ctrlKey || e.altKey || e.metaKey || isTyping(e.target) || document.querySelector("dialog[open]")) return;
      if (e.key.toLowerCase() === "n") page.nameless.value = !page.nameless.peek();
      else if (e.key === "Escape" && page.chosen.peek().seat) closeLearner();
      else return;
      e.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const now = page.general.value;
  if (page.over.value) {
    return (
      <div class="class-join middle">
        <Wrong words={sentenceOf(page.over.value)} />
        <a class="button" href="#">
          All classes
        </a>
      </div>
    );
  }
  if (!now) return <p class="pad-y-5 pad-x-4">Opening the class…</p>;
  return (
    <div class="teach-class tall column">
      <Bar />
      <Attention />
      <div class={`teach-split grow grid ${page.chosen.value.seat ? "open columns-1fr-0.52fr under-1000px:columns-1fr" : "columns-1fr"}`}>
        <Grid />
        {page.chosen.value.seat && <LearnerPanel />}
      </div>
      <Dialogs />
    </div>
  );
}

function Bar() {
  const now = page.general.value!;
  const open = now.code !== "" && now.until > page.now.value;
  const all = page.learners.value;
  const items = () => [
    { key: "answers", title: "What was learned…", note: "First and last answers to the course’s questions", run: () => (page.dialog.value = "answers") },
    { key: "say", title: "A note for all…", note: "Shown at once, in every step", run: () => (page.dialog.value = "say") },
    ...(now.full
      ? [
          { key: "settings", title: "Steps, hints, deadline…", run: () => (page.dialog.value = "settings") },
          { key: "course", title: "Lessons…", note: "Those of the server, or the class’s own from a ZIP file", run: () => (page.dialog.value = "course") },
          { key: "roster", title: "Roster…", note: "Who should be here, from a table; who is missing", run: () => (page.dialog.value = "roster") },
          { key: "seats", title: "Remove seats…", note: "Several at once, if somebody joined many times", run: () => (page.dialog.value = "seats") },
          { key: "export", title: "Results…", note: "CSV for a spreadsheet, JSON for a program", run: () => (page.dialog.value = "export") },
          { key: "close", title: "Close the class…", note: "Saves its data in a file, then deletes it", run: () => (page.dialog.value = "close") },
        ]
      : []),
  ];
  return (
    <div class="teach-bar gap-y-2 gap-x-3 rigid pad-y-2 pad-x-4 line-below toolbar">
      <a class="button quiet" href="#" aria-label="All classes">
        ←
      </a>
      <h1 class="cut text-xl slim">{now.settings.name}</h1>
      <button type="button" class="button" aria-haspopup="dialog" onClick={() => (page.dialog.value = "invite")}>
        {open ? (
          <>
            <span class="off-screen">Show how to join, code </span>
            <span class="teach-code text-l typed-code">{spaced(now.code)}</span>
          </>
        ) : (
          "Joining is closed"
        )}
      </button>
      <span class="teach-count digits">
        <strong>{all.filter((r) => r.here).length}</strong> of {all.length} here
      </span>
      <span class="warning toned" role="status">
        {page.line.value === "lost" ? "No connection; it comes back by itself" : ""}
      </span>
      <span class="header-space grow" />
      <label class="switch" title="Hide all names (N)">
        <input type="checkbox" role="switch" checked={page.nameless.value} onChange={(e) => (page.nameless.value = e.currentTarget.checked)} />
        <span class="switch-track" aria-hidden="true" />
        Names off
      </label>
      {now.look ? (
        <button type="button" class="button is-removed toned" onClick={() => void page.act({ stop: true })}>
          Everybody is asked to look: end it
        </button>
      ) : (
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => (page.dialog.value = "look")}>
          Everybody look here…
        </button>
      )}
      <Menu label="Class" name="Class menu" class="push" items={items} align="end" wide />
    </div>
  );
}

/** More learners who may need help are not named in the bar. */
const mostNamed = 6;

/** Who may need help, and what fails for most. */
function Attention() {
  const stuck = stuckFirst(page.learners.value, page.standings.value);
  const common = failing(page.rows.value.values(), page.now.value).filter((f) => f.seats.length > 1)[0];
  const steps = page.general.value!.steps;
  const ends = page.general.value!.ends;
  return (
    <div class="gap-y-1 gap-x-5 flex wrap rigid pad-y-2 pad-x-4 line-below soft" role="status">
      {ends ? (
        <p class="row wrap">
          <strong class="is-removed toned">{page.endsWords(ends)}</strong>{" "}
          {page.general.value!.full && (
            <button type="button" class="button small" onClick={() => void page.keepClass(page.classId.peek())}>
              Keep it
            </button>
          )}
        </p>
      ) : null}
      {stuck.length === 0 && !common && <p>Nobody seems to be stuck.</p>}
      {stuck.length > 0 && (
        <p class="row wrap">
          <strong class="is-removed toned">{`${stuck.length} may need help${stuck.length > mostNamed ? ", among them" : ""}:`}</strong>{" "}
          {stuck.slice(0, mostNamed).map((r) => (
            <button type="button" class="button small" key={r.id} onClick={() => page.look(r.id, r.step ?? "")}>
              {page.nameOf(r.id)}
            </button>
          ))}
        </p>
      )}
      {common && (
        <p>
          Fails for <strong>{common.seats.length}</strong>: {messageParts(common.test)}{" "}
          <span class="faint">in {steps.find((s) => s.id === common.step)?.label ?? common.step}{common.words && ":"}</span>{" "}
          {common.words && <span class="faint">{messageParts(common.words)}</span>}
        </p>
      )}
    </div>
  );
}

function Dialogs() {
  const now = page.general.value!;
  const close = () => (page.dialog.value = "");
  const save = async (settings: object) => {
    const done = await page.act({ set: settings });
    if (done) close();
    return done;
  };
  switch (page.dialog.value) {
    case "invite":
      return <InviteDialog onClose={close} />;
    case "say":
      return <SayDialog onClose={close} />;
    case "look":
      return <LookDialog onClose={close} />;
    case "answers":
      return <AnswersDialog onClose={close} />;
    case "export":
      return <ExportDialog onClose={close} />;
    case "course":
      return <CourseDialog onClose={close} />;
    case "roster":
      return <RosterDialog onClose={close} />;
    case "seats":
      return <SeatsDialog onClose={close} />;
    case "close":
      return <CloseDialog onClose={close} />;
    case "settings":
      return (
        <Modal id="settings" title="The class" class="teach-dialog spaced" onClose={close}>
          <SettingsForm settings={now.settings} course={now.course?.steps ?? page.me.value?.course ?? []} label="Save" save={save} />
        </Modal>
      );
    default:
      return null;
  }
}
