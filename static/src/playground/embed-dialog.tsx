// Embeds the picture in an article: a frame of this server, or an element that needs no server.

import { useState } from "preact/hooks";
import type { Prepared } from "../api.gen";
import { ask } from "../controller";
import { currentFragment } from "../persist";
import { titleOf } from "../document/title";
import { exampleById, exampleId, passes, text, toPoint } from "../state";
import { toast } from "../ui/toasts";
import { Modal } from "../ui/modal";
import { saveAs } from "../ui/save-as";
import { copy, embedOpen } from "./share";
import { at } from "../site";
import { escapeMarkup } from "../ui/markup";

export function EmbedDialog() {
  return (
    <Modal id="embed" title="Take it into an article" onClose={() => (embedOpen.value = false)}>
      <Form />
    </Modal>
  );
}

type Theme = "auto" | "light" | "dark";

function Form() {
  const [rows, setRows] = useState("");
  const [theme, setTheme] = useState<Theme>("auto");
  const range = /^\s*(\d{1,6})\s*[-–]\s*(\d{1,6})\s*$/.exec(rows);
  const good = rows.trim() === "" || (range !== null && Number(range[1]) > 0 && Number(range[1]) <= Number(range[2]));
  const chosen = good && range ? { fromRow: Number(range[1]), toRow: Number(range[2]) } : {};
  const snippet = frameSnippet(chosen, theme);
  return (
    <div class="items-left grid gap-2 space-2">
      <div class="embed-choices gap-y-2 gap-x-5 flex wrap">
        <label>
          Rows <input type="text" data-first placeholder="all, or 10-29" size={9} value={rows} aria-invalid={!good} aria-describedby="embed-rows" onInput={(e) => setRows(e.currentTarget.value)} />
        </label>
        <label>
          Colours{" "}
          <select value={theme} onChange={(e) => setTheme(e.currentTarget.value as Theme)}>
            <option value="auto">as the reader’s system</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </select>
        </label>
      </div>
      <p id="embed-rows" class="minor" role="status">
        {good ? "Other rows are folded." : "Expected two numbers of rows, such as 10-29."}
      </p>
      <h3 class="space-3">A frame</h3>
      <p class="minor">It shows the picture live, from this server. The trace is in the address; nothing is uploaded.</p>
      <textarea class="embed-snippet full mono text-s" readOnly rows={5} aria-label="HTML of the frame" value={snippet} onFocus={(e) => e.currentTarget.select()} />
      <button type="button" class="button primary" onClick={() => void copy(snippet, "The frame")}>
        Copy
      </button>
      <h3 class="space-3">An element</h3>
      <p class="minor">
        <code>&lt;unbox-trace&gt;</code> needs no server and no optimizer: put the script and the prepared picture beside your article.
      </p>
      <p class="flex wrap gap-2">
        <a class="button" href={at("/unbox-trace.js")} download="unbox-trace.js">
          unbox-trace.js
        </a>
        <button type="button" class="button" disabled={!good} onClick={() => void savePrepared(chosen)}>
          The picture, as JSON
        </button>
        <button type="button" class="button" onClick={() => void copy(elementSnippet(theme), "The element")}>
          Copy the element
        </button>
      </p>
    </div>
  );
}

type Rows = { fromRow?: number; toRow?: number };

function title(): string {
  return exampleById(exampleId.peek())?.title ?? titleOf(text.peek());
}

/** A frame, and the script that gives it the height that it reports. */
function frameSnippet({ fromRow, toRow }: Rows, theme: Theme): string {
  const query = [...(toRow ? [`rows=${fromRow}-${toRow}`] : []), ...(theme === "auto" ? [] : [`theme=${theme}`])].join("&");
  const address = location.origin + at(`/embed${query && "?"}${query}${currentFragment()}`);
  return `<iframe src="${escapeMarkup(address)}" title="Unbox: ${escapeMarkup(title())}" width="700" height="420" loading="lazy" style="width: 100%; border: 0"></iframe>
<script>
addEventListener("message", (e) => {
  for (const f of document.querySelectorAll("iframe")) if (f.contentWindow === e.source && e.data?.unboxHeight > 0) f.style.height = e.data.unboxHeight + "px";
});
</script>
`;
}

function elementSnippet(theme: Theme): string {
  const chosen = theme === "auto" ? "" : ` theme="${theme}"`;
  return `<script src="unbox-trace.js" defer></script>
<unbox-trace src="trace.json"${chosen}>${escapeMarkup(title())}</unbox-trace>
`;
}

async function savePrepared(rows: Rows): Promise<void> {
  try {
    const prepared = await ask<Prepared>("prepared", "prepared", { text: text.peek(), passes: passes.peek(), to: toPoint.peek(), title: title(), ...rows });
    saveAs(JSON.stringify(prepared), "trace.json", "application/json");
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}
