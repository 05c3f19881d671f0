// The program on paper, in place of its editor: a line of the editor is cut there, since beside a line that wrapped, its gutters would be as high as
// on the screen, and the heat would stand beside another line.

import { type ComponentChildren, render } from "preact";
import { tokenizePython } from "../editor/python";
import { rowNumber } from "../picture/looks";
import { doc, state } from "./state";
import { heatBar } from "./words";

/** Puts the program's lines beside an editor while the page is printed; returns what ends that. */
export function printLines(editor: HTMLElement): () => void {
  const place = document.createElement("div");
  editor.after(place);
  const before = () => render(<Lines text={doc.peek().text} ran={state.peek()?.lines ?? []} />, place);
  const after = () => render(null, place);
  window.addEventListener("beforeprint", before);
  window.addEventListener("afterprint", after);
  return () => {
    window.removeEventListener("beforeprint", before);
    window.removeEventListener("afterprint", after);
    after();
    place.remove();
  };
}

/** The lines of a program, with the heat of each. */
function Lines({ text, ran }: { text: string; ran: readonly number[] }) {
  const tokens = tokenizePython(text);
  const hottest = ran.reduce((a, b) => Math.max(a, b), 1);
  let from = 0;
  let next = 0;
  return (
    <ol class="gone print:block">
      {text.split("\n").map((line, k) => {
        const [start, end] = [from, from + line.length];
        from = end + 1;
        const first = next;
        while (next < tokens.length && tokens[next]!.to <= end) next++;
        const share = (ran[k] ?? 0) / hottest;
        return (
          <li key={k} class="source-line grid columns-2.5rem-2.8rem-1fr gap-x-2 min-height-1.6em baseline code-small">
            <span class={share > 0 ? `self-right ${heatBar}` : ""} style={share > 0 ? { "--heat": share.toFixed(3) } : {}} />
            <span class={rowNumber}>{k + 1}</span>
            <code class="mono pre-wrap anywhere">{line === "" ? " " : coloured(text, start, end, tokens.slice(first, next + 1))}</code>
          </li>
        );
      })}
    </ol>
  );
}

/** The text from start to end, with the colours of its tokens; a text in quotes may go over several lines. */
function coloured(text: string, start: number, end: number, tokens: ReturnType<typeof tokenizePython>) {
  const parts: ComponentChildren[] = [];
  let at = start;
  for (const token of tokens) {
    const [from, to] = [Math.max(token.from, at), Math.min(token.to, end)];
    if (from >= to) continue;
    parts.push(text.slice(at, from), <span class={`tok-${token.kind}`}>{text.slice(from, to)}</span>);
    at = to;
  }
  return [...parts, text.slice(at, end)];
}
