// The page of certificates: which steps someone has finished, as their browser has kept it, and, if they like, a certificate that the server makes of
// the receipts that it signed. A certificate is a link: all of it is in the fragment, and the server says whether it signed that.

import { signal } from "@preact/signals";
import { render } from "preact";
import { storage } from "../document/records";
import { fetchJSON, messageOf, posting } from "../server";
import { writeClipboard } from "../ui/clipboard";
import { messageParts } from "../ui/words";
import { Kept } from "./keep";
import type { Receipt } from "./receipt";
import { plural } from "../ui/counts";

/** What the server signs; see playground/receipt. */
interface Certificate {
  name: string;
  /** "chapter/step" */
  steps: string[];
  of: number;
  first: string;
  last: string;
  signature: string;
}

type Shown =
  /** The user's own steps, as stored in the browser. */
  | { kind: "own" }
  /** A certificate, and the server's verdict on it. */
  | { kind: "signed"; certificate: Certificate; standing: "checking" | "valid" | "unchecked" | "void"; reason: string }
  | { kind: "damaged" };

const kept = new Kept(storage("sessionStorage"), storage("localStorage"));
const shown = signal<Shown>({ kind: "own" });
const trouble = signal("");
const busy = signal(false);
/** The result of copying the link. */
const copied = signal("");

/** Fills the page that the server made. */
export function startCertificate(page: HTMLElement): void {
  const base = page.dataset.base!;
  const all = page.querySelectorAll("li[data-step]").length;
  page.querySelector(".needs")!.remove();
  const head = page.querySelector("#certificate-head")!;
  const follow = () => {
    const found = read(location.hash);
    shown.value = found === "none" ? { kind: "own" } : found === "damaged" ? { kind: "damaged" } : { kind: "signed", certificate: found, standing: "checking", reason: "" };
    mark(page);
    if (found !== "none" && found !== "damaged") void check(found, base);
  };
  window.addEventListener("hashchange", follow);
  follow();
  render(<Head base={base} all={all} />, head);
}

/** Marks the steps that are shown: those of the certificate, or one's own. */
function mark(page: HTMLElement): void {
  const now = shown.peek();
  const done = now.kind === "signed" ? new Set(now.certificate.steps) : kept.doneSteps();
  page.querySelectorAll<HTMLElement>("li[data-step]").forEach((item) => item.classList.toggle("done", done.has(item.dataset.step!)));
}

function Head({ base, all }: { base: string; all: number }) {
  const now = shown.value;
  if (now.kind === "damaged") return <p class="notice wrong">This link contains no certificate: a part of it is missing. Ask for it again.</p>;
  return now.kind === "signed" ? <Signed of={now} /> : <Own base={base} all={all} />;
}

function Own({ base, all }: { base: string; all: number }) {
  const done = kept.doneSteps().size;
  const receipts = ownReceipts();
  const signed = new Set(receipts.map((r) => r.step)).size;
  return (
    <>
      <p class="lede">
        {done === 0 ? "No step is finished yet. Finished steps are ticked off here." : `You have finished ${done} of ${plural(all, "step")}.`}
      </p>
      <p>
        This list is kept in your browser, and nobody vouches for it: it says what your browser remembers. {signed === 0 ? "Choose" : `For ${plural(signed, "step")} there is a receipt that a server has signed. Choose`} <strong>Verify</strong> below the
        editor of a finished step, and the server runs your program itself and signs that it passes. Of these receipts it makes a certificate.
      </p>
      {signed > 0 && (
        <form
          class="certificate-form space-5 gap-3 sans toolbar"
          onSubmit={(e) => {
            e.preventDefault();
            void certify(base, new FormData(e.currentTarget).get("name") as string, receipts);
          }}
        >
          <label class="row">
            Name on it
            <input name="name" required maxLength={80} autocomplete="name" />
          </label>
          <button type="submit" class="button primary" disabled={busy.value}>
            Make a certificate
          </button>
        </form>
      )}
      {trouble.value !== "" && (
        <p class="notice wrong" role="alert">
          {messageParts(trouble.value)}
        </p>
      )}
    </>
  );
}

function Signed({ of }: { of: Extract<Shown, { kind: "signed" }> }) {
  const { name, steps, of: all, first, last } = of.certificate;
  const one = day(first) === day(last);
  return (
    <>
      <section class="certificate-sheet anywhere space-5 below-5 framed paper">
        <p class="certificate-name anywhere below-2 title-m">{name}</p>
        <p>
          wrote programs that pass the tests of <strong>{steps.length}</strong> of {all} steps of <em>Write the optimizer yourself</em>, the course about how a tracing JIT optimizes,{" "}
          {one ? `on\u00a0${day(first)}` : `between ${day(first)} and ${day(last)}`}.
        </p>
        <p class={`certificate-standing space-4 line-above text-s sans pad-y-3 is-${of.standing} ${of.standing === "void" ? "error toned" : ""}`} role="status">
          {standing(of)}
        </p>
      </section>
      <p class="certificate-tools gap-3 text-m sans toolbar">
        <button type="button" class="button primary" onClick={() => window.print()}>
          Print
        </button>
        <button type="button" class="button" onClick={() => void copy()}>
          Copy link
        </button>
        <a href={location.pathname} onClick={() => (trouble.value = "")}>
          Your own steps
        </a>
        <span class="soft" role="status">
          {copied.value}
        </span>
      </p>
    </>
  );
}

/** What the server says. */
function standing({ standing, reason }: Extract<Shown, { kind: "signed" }>) {
  switch (standing) {
    case "checking":
      return "The server is asked whether it signed this.";
    case "valid":
      return `${location.host} ran each of these programs itself and has signed this page. It does not know whose name this is.`;
    case "void":
      return <>This certificate does not hold: {messageParts(reason)}.</>;
    default:
      return <>Nobody could be asked whether this was signed ({messageParts(reason)}), so take it for what it is: a list.</>;
  }
}

/** A day in words, which stay on one line. */
function day(when: string): string {
  const date = new Date(when);
  return Number.isNaN(date.getTime()) ? when : date.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" }).replaceAll(" ", "\u00a0");
}

/** Receipts of all stored programs. */
function ownReceipts(): Receipt[] {
  return kept.all().flatMap(({ verified }) => (verified ? [verified.receipt] : []));
}

/** Makes the server create a certificate, and opens it. */
async function certify(base: string, name: string, receipts: Receipt[]): Promise<void> {
  busy.value = true;
  trouble.value = "";
  try {
    const made = await fetchJSON<Certificate>(`${base}certify`, await posting({ name, receipts }));
    location.hash = write(made);
  } catch (error) {
    trouble.value = messageOf(error);
  } finally {
    busy.value = false;
  }
}

/** Asks the server whether it signed a certificate. */
async function check(certificate: Certificate, base: string): Promise<void> {
  const judged = (standing: "valid" | "void" | "unchecked", reason: string) => {
    const now = shown.peek();
    if (now.kind === "signed" && now.certificate === certificate) shown.value = { ...now, standing, reason };
  };
  try {
    const answer = await fetchJSON<{ valid: boolean; reason?: string }>(`${base}certified`, await posting(certificate));
    if (answer.valid) judged("valid", "");
    else judged("void", answer.reason ?? "the server does not know it");
  } catch (error) {
    judged("unchecked", messageOf(error));
  }
}

/** A certificate as a fragment: version 1, then JSON in base64url. It is not compressed, which would share code with the pages of a first visit. */
function write(certificate: Certificate): string {
  return `#1${btoa(encodeURIComponent(JSON.stringify(certificate))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Reads the certificate of an address; "none" if it has none. */
function read(hash: string): Certificate | "none" | "damaged" {
  if (hash.length < 3) return "none";
  try {
    if (hash[1] !== "1") return "damaged";
    const found = JSON.parse(decodeURIComponent(atob(hash.slice(2).replaceAll("-", "+").replaceAll("_", "/")))) as Partial<Certificate>;
    const { name, steps, of, first, last, signature } = found;
    const texts = [name, first, last, signature];
    if (!texts.every((text) => typeof text === "string") || !Array.isArray(steps) || !steps.every((s) => typeof s === "string") || typeof of !== "number") return "damaged";
    return { name, steps, of, first, last, signature } as Certificate;
  } catch {
    return "damaged";
  }
}

async function copy(): Promise<void> {
  const done = await writeClipboard(location.href);
  copied.value = done
    ? "The link is copied. Everybody who opens it sees the certificate, and whether the server confirms it."
    : "The browser does not allow copying here. The address of the page is the same link.";
}
