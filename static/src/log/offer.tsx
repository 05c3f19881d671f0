// Under the heading of the trace: the text in the editor is a whole log, so its traces are offered in place of the errors that it
// would have as one trace; or it is a program, which another page runs.

import { useEffect } from "preact/hooks";
import { text } from "../state";
import { countWords } from "./list";
import { logInEditor, openLog, programInEditor, recogniseEditor } from "./state";
import { Pause } from "../settled";
import { withScript } from "../ui/later";
import { at } from "../site";

/** Milliseconds from the last key until the text is checked. */
const pause = 250;

export function LogOffer() {
  const now = text.value;
  useEffect(() => {
    const typing = new Pause("log");
    typing.start(() => void recogniseEditor(), pause);
    return () => typing.clear();
  }, [now]);
  const log = logInEditor.value;
  if (programInEditor.value) return <ProgramOffer text={now} />;
  if (!log || log.text !== now) return null;
  return (
    <div class="log-offer ground-linked pad-y-2 pad-x-4 gap-y-2 gap-x-4 spread rigid line-above toolbar" role="status">
      <p>This is {countWords(log.traces)}.</p>
      <button type="button" class="button" onClick={() => (openLog.value = log)}>
        Choose a trace…
      </button>
    </div>
  );
}

function ProgramOffer({ text }: { text: string }) {
  const run = () => withScript("program", () => import("../program/link"), ({ linkTo }) => location.assign(at("/program") + linkTo(text)));
  return (
    <div class="log-offer ground-linked pad-y-2 pad-x-4 gap-y-2 gap-x-4 spread rigid line-above toolbar" role="status">
      <p>This is a Python program. Traces are read here; programs run on another page.</p>
      <button type="button" class="button" onClick={run}>
        Run the program
      </button>
    </div>
  );
}
