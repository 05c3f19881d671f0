// Asks for PyPy's result for the open trace: pasted, or a file.

import { useState } from "preact/hooks";
import { Modal } from "../ui/modal";
import { askingForResult, openResultFile, takeResult } from "./state";

export function ResultDialog() {
  return (
    <Modal id="result" title="Compare with another result" onClose={() => (askingForResult.value = false)}>
      <Form />
    </Modal>
  );
}

function Form() {
  const [text, setText] = useState("");
  return (
    <form
      class="result-form"
      onSubmit={(e) => {
        e.preventDefault();
        void takeResult("", text);
      }}
    >
      <p class="log-words space-1 below-3 soft">
        What PyPy’s optimizer, or any other, made of the trace that is open. It is shown beside ours, with counts per
        kind of operation. A whole log may be pasted as well: its traces are listed then.
      </p>
      <textarea
        class="result-text text-m mono full"
        data-first
        aria-label="The optimized trace"
        placeholder={"# Loop 1 : loop with 42 ops\n[p0, i1]\n…"}
        spellcheck={false}
        rows={10}
        value={text}
        onInput={(e) => setText(e.currentTarget.value)}
      />
      <div class="flex gap-2 space-3">
        <label class="button file-button relative">
          Choose a file…
          <input
            type="file"
            class="off-screen"
            onChange={(e) => {
              const file = e.currentTarget.files?.[0];
              e.currentTarget.value = "";
              if (file) void openResultFile(file);
            }}
          />
        </label>
        <span class="header-space grow" />
        <button type="submit" class="button primary" disabled={text.trim() === ""}>
          Compare
        </button>
      </div>
    </form>
  );
}
