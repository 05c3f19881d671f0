// The lab: its head, the three views as tabs, and the foot.

import type { ComponentChildren } from "preact";
import { useEffect, useErrorBoundary } from "preact/hooks";
import { version } from "../globals";
import { Toasts } from "../layout/notices";
import { Looks, PresentationButton } from "../layout/looks";
import { isTyping } from "../ui/key-names";
import { SiteHeader } from "../ui/site-header";
import { presenting } from "../state";
import { deskReady, deskTrouble, startDesk } from "./desk";
import type { View } from "./docs";
import { views } from "./docs";
import { messageParts } from "../ui/words";
import { LiveMenu } from "../workshop/menu";
import { FuzzView } from "./fuzz";
import { prove, trouble as proveTrouble } from "./prove/control";
import { ruleTrouble, tryRules } from "./rule/control";
import { ProveView } from "./prove";
import { RuleView } from "./rule";
import { labStage } from "./stage";
import { view } from "./state";
import { stepTabs } from "../ui/tab-keys";

const titles: Record<View, { title: string; note: string }> = {
  prove: { title: "Prove", note: "Are these two traces equivalent, for all inputs?" },
  fuzz: { title: "Fuzz", note: "Is there a trace that the optimizer gets wrong?" },
  rule: { title: "Try a rule", note: "Does this rewrite rule hold?" },
};

export function LabApp() {
  useEffect(() => {
    window.addEventListener("keydown", letters);
    return () => window.removeEventListener("keydown", letters);
  }, []);
  return (
    <div class={`page flex downwards height-100dvh print:block print:height-auto lab ${presenting.value ? "presenting" : ""}`}>
      <a class="skip-link z-60 inverse corners absolute pad-y-2 pad-x-4" href="#lab-main" onClick={skip}>
        Skip to the lab
      </a>
      <Header />
      {deskTrouble.value !== "" && (
        <div class="banner tone-ground spread bar toolbar wrong" role="alert">
          <p>
            <strong>{messageParts(deskTrouble.value)}</strong> What you write is kept; nothing is proved or tried until the engine is there.
          </p>
          <button type="button" class="button primary" onClick={restartLab}>
            Try again
          </button>
        </div>
      )}
      <main class="lab-main print:block under-800px:pad-0 under-800px:scroll-y pad-x-3 column grow" id="lab-main" tabIndex={-1}>
        <div class="lab-top under-800px:wrap under-800px:gap-0 under-800px:pad-x-2 gap-5 pad-x-1 row baseline rigid">
          <h1 class="off-screen">The correctness lab</h1>
          <Tabs />
          <p class="lab-lede presenting:gone under-480px:gone under-800px:pad-x-1 serif regular text-xl italic soft">{titles[view.value].note}</p>
        </div>
        {views.map((name) => (
          <Panel key={name} name={name}>
            {name === "prove" ? <ProveView /> : name === "fuzz" ? <FuzzView /> : <RuleView />}
          </Panel>
        ))}
      </main>
      <footer class="footer gap-5 min-height-34px pad-0-4 row minor rigid">
        <span class={`engine inline-flex centred gap-2 ${deskReady.value ? "ready" : deskTrouble.value ? "crashed" : "loading"}`}>
          <span class="engine-dot width-8px height-8px round ground-good" aria-hidden="true" />
          {deskReady.value ? "Ready" : deskTrouble.value ? "Not loaded" : "Loading the engine"}
        </span>
        <span class="header-space grow" />
        <span class="footer-hint under-800px:gone">
          <kbd>Esc</kbd> then <kbd>Tab</kbd> leaves an editor
        </span>
        <span class="footer-hint under-800px:gone">
          <kbd>P</kbd> presents
        </span>
        <span class="digits">Unbox {version()}</span>
      </footer>
      <Toasts />
    </div>
  );
}

/** Asks again for everything that had no engine. */
function restartLab(): void {
  startDesk();
  if (view.peek() === "prove" && proveTrouble.peek() !== "") void prove();
  if (view.peek() === "rule" && ruleTrouble.peek() !== "") void tryRules();
}

/** The fragment belongs to the view: the link for the keyboard moves the focus only. */
function skip(e: MouseEvent): void {
  e.preventDefault();
  document.getElementById("lab-main")?.focus();
}

function Header() {
  return (
    <SiteHeader here="/lab">
      <span class="header-space grow" />
      <div class="header-group gap-half row header-tools">
        <LiveMenu stage={labStage} sees="both texts, the verdict and what you look at" />
        <Looks />
        <PresentationButton />
      </div>
    </SiteHeader>
  );
}

function Tabs() {
  return (
    <div class="flex gap-1 print:gone" role="tablist" aria-label="Views of the lab" onKeyDown={(e) => stepTabs(e, views, view.value, (name) => (view.value = name))}>
      {views.map((name) => (
        <button
          type="button"
          key={name}
          id={`tab-${name}`}
          role="tab"
          class="serif text-xl pad-x-3 nowrap"
          aria-selected={view.value === name}
          aria-controls={`panel-${name}`}
          tabIndex={view.value === name ? 0 : -1}
          onClick={() => (view.value = name)}
        >
          {titles[name].title}
        </button>
      ))}
    </div>
  );
}

/** Only the view that is shown is drawn; what it works on is kept in signals. */
function Panel({ name, children }: { name: View; children: ComponentChildren }) {
  const shown = view.value === name;
  return (
    <div class={`lab-panel print:block under-800px:rigid column grow panel-${name}`} id={`panel-${name}`} role="tabpanel" aria-labelledby={`tab-${name}`} hidden={!shown}>
      {shown && <Guarded>{children}</Guarded>}
    </div>
  );
}

/** An error in drawing must not take down the editors. */
function Guarded({ children }: { children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary();
  if (!error) return <>{children}</>;
  return (
    <p class="rigid pad-y-2 pad-x-4 warning toned" role="alert">
      This view could not be drawn: {error instanceof Error ? error.message : String(error)}{" "}
      <button type="button" class="text-button" onClick={reset}>
        Draw it again
      </button>
    </p>
  );
}

/** P presents, outside of what takes letters; at first nothing has the focus. */
function letters(e: KeyboardEvent): void {
  if (e.defaultPrevented || e.ctrlKey || e.altKey || e.metaKey || isTyping(e.target) || document.querySelector("dialog[open], [role=menu]")) return;
  if (e.key.toLowerCase() === "p") presenting.value = !presenting.peek();
  else if (e.key === "Escape" && presenting.peek()) presenting.value = false;
  else return;
  e.preventDefault();
}
