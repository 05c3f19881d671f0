// A step's page: text and workbench side by side, or in tabs.

import { render } from "preact";
import { useEffect } from "preact/hooks";
import { Separator } from "../layout/separator";
import { toast } from "../ui/toasts";
import { effect } from "@preact/signals";
import { fetchJSON, messageOf } from "../server";
import { type StepData } from "./data";
import { load } from "./engine";
import { answerAsLearner } from "./learner";
import { markDone } from "./marks";
import { startQuizzes } from "./quiz";
import { learnerNow, liveItems, openStep, progress } from "./state";
import { inClass } from "../classroom/seat";
import { columns, initialColumns, narrow, startLayout, tab } from "./layout";
import { Workbench } from "./workbench";
import { lessonStage } from "./stage";
import { at } from "../site";
import { resumeWorkshop, workshopItems } from "../workshop/elsewhere";
import { withScript } from "../ui/later";
import { stepTabs } from "../ui/tab-keys";

/** Turns the server's page into an interactive one. The editor is loaded separately. */
export async function startStep(bench: HTMLElement): Promise<void> {
  startLayout();
  const editor = import("./editor");
  const split = bench.closest<HTMLElement>(".lesson-split")!;
  const text = split.querySelector<HTMLElement>(".lesson")!;
  load();
  let data: StepData;
  try {
    data = await fetchJSON<StepData>(`${location.pathname}/step.json`);
    const { openEditor } = await editor;
    openStep(data);
    answerAsLearner(learnerNow);
    if (inClass()) withScript("class", () => import("./class-bar"), ({ startClass }) => startClass(`${data.chapter}/${data.step}`));
    const paper = bench.querySelector(".on-paper");
    if (paper) text.querySelector(".prose")?.after(paper); // shown when printed
    bench.replaceChildren();
    bench.classList.add("ready");
    render(<Workbench base={bench.dataset.base ?? at("/lessons/")} openEditor={openEditor} />, bench);
  } catch (error) {
    toast(`The exercise could not be loaded: ${messageOf(error)}.`, { label: "Try again", run: () => location.reload() });
    return;
  }
  arrange(split, text, bench);
  liveItems.value = workshopItems(lessonStage, "your program and its tests, as you type");
  resumeWorkshop(lessonStage);
  startQuizzes(data.quizSuites);
  effect(() => {
    if (progress.value.done) markDone();
  });
}

/** The bar between text and workbench, and the tabs where there is no room for both. */
function arrange(split: HTMLElement, text: HTMLElement, bench: HTMLElement): void {
  text.id = "lesson-text";
  text.tabIndex = -1;
  const bar = document.createElement("div");
  bar.className = "split-bar flex rigid under-800px:gone";
  text.after(bar);
  render(<Separator share={columns} initial={initialColumns} between="columns" label="Width of the text" controls="lesson-text" />, bar);
  const tabs = document.createElement("div");
  tabs.className = "split-tabs";
  split.before(tabs);
  render(<Tabs text={text} bench={bench} />, tabs);
  effect(() => split.style.setProperty("--columns", String(columns.value)));
  text.querySelector(".your-turn a")?.addEventListener("click", (e) => {
    e.preventDefault();
    tab.value = "exercise";
    // On a phone, the focus in the editor would bring up the keyboard before anything was read.
    document.querySelector<HTMLElement>(narrow.value ? "#tab-exercise" : ".cm-content")?.focus();
  });
}

const titles = { text: "Text", exercise: "Exercise" } as const;

function Tabs({ text, bench }: { text: HTMLElement; bench: HTMLElement }) {
  const isNarrow = narrow.value;
  const now = tab.value;
  useEffect(() => {
    for (const [name, panel] of [["text", text], ["exercise", bench]] as const) {
      for (const away of ["tabbed-away", "under-800px:gone"]) panel.classList.toggle(away, isNarrow && now !== name);
      if (isNarrow) {
        panel.setAttribute("role", "tabpanel");
        panel.setAttribute("aria-labelledby", `tab-${name}`);
      } else {
        if (name === "text") panel.setAttribute("role", "article");
        else panel.removeAttribute("role");
        panel.removeAttribute("aria-labelledby");
      }
    }
  }, [isNarrow, now]);
  if (!isNarrow) return null;
  return (
    <div
      class="tabs pad-x-2 flex rigid"
      role="tablist"
      aria-label="Text and exercise"
      onKeyDown={(e) => stepTabs(e, ["text", "exercise"], now, (name) => (tab.value = name))}
    >
      {(["text", "exercise"] as const).map((name) => (
        <button
          type="button"
          key={name}
          id={`tab-${name}`}
          role="tab"
          aria-selected={now === name}
          aria-controls={name === "text" ? "lesson-text" : "workbench"}
          tabIndex={now === name ? 0 : -1}
          onClick={() => (tab.value = name)}
        >
          {titles[name]}
        </button>
      ))}
    </div>
  );
}
