// The questions as SMT-LIB text, to read, copy or give to another solver.

import { useState } from "preact/hooks";
import type { SmtResponse } from "../../api.gen";
import { Modal } from "../../ui/modal";
import { copyText } from "../../pipeline/clipboard";
import { save } from "../save";
import { smtText } from "./control";
import { plural } from "../../ui/counts";

/** Longer scripts are shown up to here; copying and saving always gives all. */
const longest = 60_000;

export function SmtButton() {
  const [shown, show] = useState<SmtResponse | null>(null);
  const open = async () => show(await smtText());
  return (
    <>
      <button type="button" class="button lab-smt print:gone" onClick={() => void open()}>
        SMT-LIB text
      </button>
      {shown && <Script answer={shown} onClose={() => show(null)} />}
    </>
  );
}

function Script({ answer, onClose }: { answer: SmtResponse; onClose: () => void }) {
  const { script } = answer;
  return (
    <Modal id="smt" title="SMT-LIB text" class="wide" onClose={onClose}>
      <p>
        {plural(answer.questions, "question")} for any solver that reads SMT-LIB 2, such as z3, cvc5 or bitwuzla. The traces
        are equivalent if the answer is <code>unsat</code> each time.
      </p>
      <div class="space-3 below-3 flex gap-2">
        <button type="button" class="button primary" data-first onClick={() => void copyText(script, "the SMT-LIB text")}>
          Copy
        </button>
        <button type="button" class="button" onClick={() => save("pair.smt2", script)}>
          Save as file
        </button>
      </div>
      <pre class="lab-code long-list text-s pad-y-2 pad-x-3 boxed paper" tabIndex={0} role="region" aria-label="SMT-LIB text">
        {script.slice(0, longest)}
        {script.length > longest && "\n; … the rest is in the file"}
      </pre>
    </Modal>
  );
}
