// <unbox-trace>: a prepared picture for any page. docs/embedding.md describes its attributes and methods.

import base from "./style/base.css";
import frame from "./style/frame.css";
import pictureStyle from "./style/picture.css";
import tokens from "./style/tokens.css";
import { render } from "preact";
import { effect } from "@preact/signals";
import { Frame } from "./picture/frame";
import { PictureOf } from "./picture/model";
import { PreparedPicture, readPrepared } from "./picture/prepared";

/** The page's own styles, with the element in place of the document. */
const styles = [tokens, base, pictureStyle, frame]
  .join("\n")
  .replace(/:root\[data-theme="(\w+)"\]/g, ':host([theme="$1"])')
  .replaceAll(":root:root", ":host")
  .replaceAll(":root", ":host");
const own = `
:host { display: block; }
:host([hidden]) { display: none; }
:host([legend="none"]) .frame-foot { display: none; }
`;

class UnboxTrace extends HTMLElement {
  static readonly observedAttributes = ["src", "row", "href"];

  private readonly root = this.attachShadow({ mode: "open" });
  private readonly host = document.createElement("div");
  private picture: PreparedPicture | null = null;
  private stop = () => {};
  private turn = 0;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles + own);
    this.root.adoptedStyleSheets = [sheet];
    // The element's content is shown until there is a picture.
    this.host.append(document.createElement("slot"));
    this.root.append(this.host);
  }

  connectedCallback(): void {
    if (this.picture) return this.draw();
    if (this.hasAttribute("src")) void this.load();
    // Its content may not be there yet.
    else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => this.readContent(), { once: true });
    else this.readContent();
  }

  disconnectedCallback(): void {
    this.stop();
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.isConnected) return;
    if (name === "src") void this.load();
    else if (name === "row") this.openRow();
    else this.draw();
  }

  /** The prepared picture, as `unbox show --json` writes it. */
  get data(): unknown {
    return this.picture?.data ?? null;
  }

  set data(given: unknown) {
    this.turn++;
    this.take(() => given);
  }

  /** The number of the row whose reason is open, 0 for none. */
  get row(): number {
    const key = this.picture?.chosen.peek() ?? 0;
    return this.picture?.shown.peek()?.rows.find((r) => r.key === key)?.number ?? 0;
  }

  set row(number: number) {
    this.setAttribute("row", String(number));
    this.openRow();
  }

  private readContent(): void {
    const script = this.querySelector('script[type="application/json"]');
    if (script && !this.picture) this.take(() => JSON.parse(script.textContent ?? ""));
  }

  private async load(): Promise<void> {
    const turn = ++this.turn;
    const src = this.getAttribute("src");
    if (!src) return;
    try {
      const answer = await fetch(src);
      if (!answer.ok) throw new Error(`expected a prepared picture at ${src}, found status ${answer.status}`);
      const given: unknown = await answer.json();
      if (turn === this.turn) this.take(() => given);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  private take(read: () => unknown): void {
    try {
      this.picture = new PreparedPicture(readPrepared(read()));
    } catch (error) {
      return this.fail(error);
    }
    this.openRow();
    if (this.isConnected) this.draw();
    this.dispatchEvent(new CustomEvent("unbox-ready"));
  }

  /** The element's content stays visible. */
  private fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    console.warn(`<unbox-trace>: ${message}`);
    this.dispatchEvent(new CustomEvent("unbox-error", { detail: { message } }));
  }

  private openRow(): void {
    const number = Number(this.getAttribute("row") ?? 0);
    this.picture?.open(this.picture.keyOf(number), true);
  }

  private draw(): void {
    const picture = this.picture;
    if (!picture) return;
    this.stop();
    const href = this.getAttribute("href");
    render(
      <PictureOf value={picture}>
        <Frame
          title={picture.data.title}
          to={picture.data.to}
          aside={
            href && (
              <a class="text-s nowrap" href={href} target="_blank" rel="noopener">
                Open in Unbox<span aria-hidden="true"> ↗</span>
              </a>
            )
          }
        />
      </PictureOf>,
      this.host,
    );
    let last = picture.chosen.peek();
    this.stop = effect(() => {
      if (picture.chosen.value === last) return;
      last = picture.chosen.value;
      this.dispatchEvent(new CustomEvent("unbox-row", { detail: { row: this.row } }));
    });
  }
}

if (!customElements.get("unbox-trace")) customElements.define("unbox-trace", UnboxTrace);
