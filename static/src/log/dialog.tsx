// The traces of a log, to choose one: a search field with the list under it.
// The field keeps the focus; arrows move the chosen entry, Enter opens it.

import { useEffect, useRef, useState } from "preact/hooks";
import type { LogTrace } from "../api.gen";
import { choiceOf, countWords, isRecorded, maxListed, nameOf, notesOn, offered } from "./list";
import { Modal } from "../ui/modal";
import { type Log, chooseTrace, openLog } from "./state";
import { megabytes } from "./recognise";
import { formatCount, plural } from "../ui/counts";

export function LogDialog() {
  const log = openLog.value;
  if (!log) return null;
  return (
    <Modal id="log" title="Choose a trace" class="log-dialog wide" onClose={() => (openLog.value = null)}>
      <Chooser log={log} />
    </Modal>
  );
}

function Chooser({ log }: { log: Log }) {
  const recorded = log.traces.some(isRecorded);
  const mixed = recorded && !log.traces.every(isRecorded);
  const [query, setQuery] = useState("");
  const [all, setAll] = useState(!recorded);
  const [at, setAt] = useState(0);
  const found = offered(log.traces, query, all);
  const shown = found.slice(0, maxListed);
  const active = Math.min(at, shown.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextIndex(event.key, active, shown.length);
    if (to !== null) setAt(to);
    else if (event.key === "Enter" && shown[active]) void chooseTrace(log, shown[active]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <p class="log-words space-1 below-3 soft">
        {log.name ? <strong>{log.name}</strong> : "The text in the editor"}: {countWords(log.traces)},{" "}
        {megabytes(log.text.length)}. It stays on your computer.
      </p>
      {!recorded && <NoneRecorded log={log} />}
      <div class="log-tools gap-y-2 gap-x-4 below-2 toolbar">
        <input
          type="search"
          class="log-search flex-1-1-14rem"
          data-first
          {...combobox}
          aria-activedescendant={shown[active] ? entryId(shown[active]) : undefined}
          aria-label="Search among the traces; arrow keys choose, Enter opens"
          placeholder="Search: a function, a file, a number"
          spellcheck={false}
          autocomplete="off"
          value={query}
          onInput={(e) => {
            setQuery(e.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        {mixed && (
          <label class="tool-check pipeline-699px:order-4 inline-flex gap-2 pointer centred nowrap minor">
            <input type="checkbox" checked={all} onChange={(e) => setAll(e.currentTarget.checked)} />
            PyPy’s results, too
          </label>
        )}
      </div>
      <List log={log} shown={shown} active={active} onPoint={setAt} />
      <p class="log-foot space-2 minor" role="status">
        {footWords(found.length, shown.length)}
      </p>
    </>
  );
}

/** A field that drives a list: the types know this role only for fields with a datalist. */
const combobox: object = { role: "combobox", "aria-expanded": true, "aria-controls": "log-list" };

function footWords(found: number, shown: number): string {
  if (found === 0) return "No trace has all of these words.";
  if (found > shown) return `${formatCount(shown)} of ${plural(found, "trace")} are listed; a search finds the others.`;
  return `${plural(found, "trace")}. Opening one starts a draft; what is open now stays under Drafts.`;
}

/** The entry to which a key moves, null for keys that do not move. */
function nextIndex(key: string, at: number, count: number): number | null {
  const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
  const by = moves[key];
  return by === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, at + by));
}

function entryId(trace: LogTrace): string {
  return `log-trace-${trace.number}`;
}

function List(props: { log: Log; shown: LogTrace[]; active: number; onPoint(index: number): void }) {
  const { log, shown, active } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active, shown.length]);
  return (
    <div class="log-list lines-around flex-0-1-auto min-height-5rem scroll-down" id="log-list" role="listbox" aria-label="Traces of the log" ref={list} tabIndex={-1}>
      {shown.map((trace, i) => {
        const notes = [notesOn(trace, log.traces), choiceOf(trace, log.traces) || !log.forOpenTrace ? "" : "it is compared with the open trace"].filter((s) => s !== "");
        return (
          <div
            key={trace.number}
            id={entryId(trace)}
            class={`log-entry line-above under-600px:columns-1.8em-1fr columns-2.6em-1fr-auto turn gap-x-3 pointer grid baseline pad-y-2 pad-x-3 ${isRecorded(trace) ? "is-recorded" : "is-result"}`}
            role="option"
            aria-selected={i === active}
            onPointerMove={() => i !== active && props.onPoint(i)}
            onClick={() => void chooseTrace(log, trace)}
          >
            <span class="digits to-right minor">{trace.number}</span>
            <span class="slim text-m mono anywhere">{nameOf(trace)}</span>
            <span class="log-ops under-600px:column-2 text-s nowrap digits">{plural(trace.ops, "operation")}</span>
            <span class="log-note column-2 minor">
              <span class="log-kind strong within-result:colour-replaced">{trace.kind}</span>
              {notes.length > 0 && ` · ${notes.join("; ")}`}
            </span>
          </div>
        );
      })}
    </div>
  );
}

function NoneRecorded({ log }: { log: Log }) {
  const found = log.traces.length === 0 ? "There is no trace in it." : `It has only what PyPy’s optimizer left${log.forOpenTrace ? "." : ", which opens as it is."}`;
  return (
    <p class="log-words space-1 below-3 soft">
      {found} PyPy writes both, recorded and optimized, with <code>PYPYLOG=jit-log-noopt,jit-log-opt:FILE</code>.
    </p>
  );
}
