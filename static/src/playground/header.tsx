// The bar at the top: what is open, the passes, and the settings.

import { moment, reading, stepping, textReplaced, toggleSteps, describe, exampleById, exampleId, openExample, preset, setPreset } from "../state";
import { firstExample } from "../first-example";
import type { Document } from "../document/documents";
import type { Draft } from "../document/draft";
import { forgetDrafts, leaveBehind, openDraft, recentDrafts } from "../persist";
import { chooseFile } from "../log/drop";
import { askingForResult } from "../log/state";
import { shortcutsOpen } from "../layout/keys";
import { Looks, PresentationButton, nextTheme, themeWords } from "../layout/looks";
import { ago } from "../ui/ago";
import { Menu, type MenuItem } from "../ui/menu";
import { embedOpen, shareItems } from "./share";
import { SiteHeader, siteParts } from "../ui/site-header";
import { startStory } from "./story-state";
import { at } from "../site";

export function Header() {
  return (
    <SiteHeader here="/" onMark={stayIfHere} hasMore>
      <nav class="header-group gap-half row" aria-label="Trace and passes">
        <Menu label="Examples" items={exampleItems} wide empty="The examples arrive with the engine." />
        <Menu label="Drafts" class="drafts" items={draftItems} wide empty="Traces that you edit are listed here." />
        <Menu label={presetLabel()} name={`Passes: ${presetTitle() || "loading"}`} items={presetItems} class="preset" />
      </nav>
      <span class="header-space grow" />
      <div class="header-group under-800px:push gap-half row header-tools">
        <button type="button" class="button mode" aria-pressed={stepping.value !== null} title="Step the optimizer down the trace, and back (T)" onClick={toggleSteps}>
          Step
        </button>
        <button type="button" class="button mode" aria-pressed={!reading.value} title="Edit the trace, and back to reading (E)" onClick={toggleReading}>
          {reading.value ? "Edit" : "Read"}
        </button>
        <Looks />
        <PresentationButton />
        <Menu label="Share" class="share under-1000px:gone" items={() => [...shareItems(), embedItem]} align="end" />
        <Menu label="Help" class="help under-1000px:gone" items={helpItems} align="end" />
        <Menu label="More" class="more gone under-1000px:block" items={moreItems} align="end" />
      </div>
    </SiteHeader>
  );
}

/** Also switches between the two kinds of moments. */
function toggleReading(): void {
  moment.value = null;
  reading.value = !reading.peek();
}

/** The start page is this page: following the link would only lose the reader's
 * place. */
function stayIfHere(e: MouseEvent): void {
  if (location.pathname === at("/") && !e.ctrlKey && !e.metaKey && !e.shiftKey) {
    e.preventDefault();
    openExample(firstExample.id);
  }
}

const embedItem: MenuItem = {
  key: "embed",
  title: "Take it into an article…",
  note: "The picture as a frame, or as an element that needs no server",
  run: () => (embedOpen.value = true),
};

function exampleItems(): MenuItem[] {
  return [...ownItems(), ...builtInItems()];
}

/** Texts that a reader opens; all of them stay in the page. */
function ownItems(): MenuItem[] {
  if (!describe.value?.examples.length) return [];
  return [
    {
      key: "own log",
      title: "Open a log…",
      note: "From PyPy, or a file with one trace; dropping it on the page does the same. Nothing is uploaded",
      group: "Your own",
      run: chooseFile,
    },
    {
      key: "own result",
      title: "Compare with another result…",
      note: "What PyPy made of the open trace, beside ours",
      group: "Your own",
      run: () => (askingForResult.value = true),
    },
  ];
}

function builtInItems(): MenuItem[] {
  return (describe.value?.examples ?? []).map((example) => ({
    key: example.id,
    title: example.title,
    note: firstSentence(example.note),
    group: example.group,
    checked: example.id === exampleId.value,
    run: () => {
      leaveBehind();
      openExample(example.id);
    },
  }));
}

/** What there is room for in a menu; the rest stands above the example once it is open. */
function firstSentence(note: string): string {
  return /^.*?\.["”]?\.?(?= [A-Z]|$)/s.exec(note)?.[0] ?? note;
}

function draftItems(): MenuItem[] {
  void textReplaced.value;
  const items: MenuItem[] = recentDrafts().map((draft) => ({
    key: draft.id,
    title: exampleById(draft.content.example)?.title ?? draft.title,
    note: draftNote(draft),
    aside: ago(draft.updated),
    run: () => {
      leaveBehind();
      openDraft(draft.id);
    },
  }));
  if (items.length === 0) return items;
  return [...items, { key: "forget", title: "Forget all of these", group: " ", run: forgetDrafts }];
}

/** What distinguishes drafts of the same trace. */
function draftNote(draft: Document<Draft>): string {
  const lines = draft.content.text.trimEnd().split("\n");
  const count = lines.length === 1 ? "one line" : `${lines.length} lines`;
  return `${draft.kind === "checkpoint" ? "Checkpoint" : "Draft"}, ${count}, ends with ${lines.at(-1)!.trim().slice(0, 40)}`;
}

function presetTitle(): string {
  if (!describe.value) return "";
  return describe.value.presets.find((p) => p.name === preset.value)?.title ?? "own choice";
}

function presetLabel() {
  return (
    <>
      <span class="preset-word under-1480px:gone faint">Passes</span> <span class="preset-title cut slim">{presetTitle()}</span>
    </>
  );
}

function presetItems(): MenuItem[] {
  return (describe.value?.presets ?? []).map((p) => ({
    key: p.name,
    title: p.title,
    note: p.passes.length > 0 ? p.passes.join(" → ") : "no passes",
    checked: p.name === preset.value,
    run: () => setPreset(p.name),
  }));
}

/** The items for which a narrow window has no room. */
function moreItems(): MenuItem[] {
  const places = siteParts.filter((part) => part.href !== "/").map((part) => ({ key: part.href, title: part.title, group: "Go to", run: () => location.assign(at(part.href)) }));
  return [
    ...places,
    ...shareItems().map((item) => ({ ...item, group: "Share" })),
    { key: "theme", title: `Theme: ${themeWords()}`, note: "Light, dark, or as the system", group: "Look", run: nextTheme },
    ...helpItems().map((item) => ({ ...item, group: "Help" })),
  ];
}

function helpItems(): MenuItem[] {
  return [
    { key: "story", title: "The story", note: "Why the boxes vanish: eight moments, two minutes", run: startStory },
    { key: "glossary", title: "Glossary", note: "What the words mean; every operation, pass, rule and reason", run: () => location.assign(at("/glossary")) },
    { key: "keys", title: "Keyboard shortcuts", aside: "?", run: () => (shortcutsOpen.value = true) },
  ];
}
