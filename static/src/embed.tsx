// Only the picture, read-only, for a frame in an article: /embed?rows=10-29&theme=dark and then a link's fragment. It tells
// its host its height.

import "./style/tokens.css";
import "./style/base.css";
import "./style/pipeline.css";
import "./style/picture.css";
import "./style/frame.css";
import { batch } from "@preact/signals";
import { render } from "preact";
import { startController } from "./controller";
import { decodeFragment } from "./fragment";
import { Frame } from "./picture/frame";
import { PictureOf } from "./picture/model";
import { picture } from "./picture/state";
import { showSettled } from "./settled";
import * as page from "./state";
import { titleOf } from "./document/title";
import { messageParts } from "./ui/words";
import { TermCard } from "./terms/card";
import { at } from "./site";

const query = new URLSearchParams(location.search);

/** Opens what is in the address; otherwise returns what is wrong with it. */
function openAddress(): string {
  const theme = query.get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  const rows = query.get("rows");
  const range = /^(\d{1,6})-(\d{1,6})$/.exec(rows ?? "");
  if (rows !== null && (!range || Number(range[1]) < 1 || Number(range[2]) < Number(range[1]))) return `expected rows such as 10-29, found ${rows}`;
  if (range) picture.rows = { fromRow: Number(range[1]), toRow: Number(range[2]) };
  picture.leads = false;
  const shared = decodeFragment(location.hash);
  if (shared instanceof Error) return shared.message;
  if (!shared) return "";
  batch(() => {
    page.preset.value = shared.preset;
    page.passes.value = shared.passes ?? [];
    page.toPoint.value = shared.to;
    page.exampleId.value = shared.example;
    page.setText(shared.text);
  });
  return "";
}

const trouble = openAddress();

/** Shown until there is a picture: small, so that the host's page shifts only once. */
function Coming() {
  const now = page.engine.value;
  const error = page.diagnostics.value.find((d) => d.severity === "error");
  return (
    <p class="embed-trouble framed paper pad-y-4 pad-x-4" role="status">
      {now.kind === "crashed" ? messageParts(now.message) : error ? <>This trace does not parse: {messageParts(error.message)}</> : "The picture is on its way."}
    </p>
  );
}

function Embed() {
  if (trouble) return <p class="embed-trouble framed paper pad-y-4 pad-x-4">This address cannot be shown: {trouble}.</p>;
  if (!picture.whole.value) return <Coming />;
  const example = page.exampleById(page.exampleId.value);
  return (
    <PictureOf value={picture}>
      <Frame
        title={example?.title ?? titleOf(page.text.value)}
        to={page.toPoint.value}
        level={1}
        aside={
          <a class="text-s nowrap" href={at(`/${location.hash}`)} target="_blank" rel="noopener">
            Open in Unbox<span aria-hidden="true"> ↗</span>
          </a>
        }
      />
      <TermCard />
    </PictureOf>
  );
}

const root = document.getElementById("app")!;
root.replaceChildren();
if (!trouble) {
  startController({ workerUrl: at(__WORKER_URL__), wasmUrl: at(__CORE_WASM_URL__), wasmSize: __CORE_WASM_SIZE__, timeout: 30_000, patience: 1_200 });
  picture.start();
}
render(<Embed />, root);
showSettled();
if (window.parent !== window) {
  // Any site may embed it, and the height is not a secret.
  new ResizeObserver(() => window.parent.postMessage({ unboxHeight: Math.ceil(root.getBoundingClientRect().height) }, "*")).observe(root);
}
