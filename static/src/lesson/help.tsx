// Hints one by one, and after an attempt the solution next to the learner's
// code.

import { signal } from "@preact/signals";
import { rules } from "../classroom/seat";
import { toast } from "../ui/toasts";
import { Modal } from "../ui/modal";
import { PythonLine } from "./code";
import { fetchJSON, messageOf } from "../server";
import { alignLines } from "./lines";
import * as page from "./state";

const solution = signal("");
const solutionOpen = signal(false);

export function Help() {
  const data = page.step.value!;
  const shown = Math.min(page.progress.value.hints, data.hints.length);
  const open = page.progress.value.attempted;
  const hints = rules.value?.hints ?? true;
  const solutions = rules.value?.solutions ?? true;
  return (
    <section class="help space-5 pad-y-4 line-above" aria-label="Help">
      <div aria-live="polite">
        {hints && shown > 0 && (
          <ol class="hints spaced below-4 text-l serif regular">
            {data.hints.slice(0, shown).map((hint, i) => (
              // The server made this from the lesson's Markdown, in which HTML is refused.
              <li key={i} dangerouslySetInnerHTML={{ __html: hint }} />
            ))}
          </ol>
        )}
      </div>
      <div class="help-buttons gap-y-2 gap-x-3 toolbar">
        {hints && shown < data.hints.length && (
          <button type="button" class="button" onClick={page.moreHints}>
            {shown === 0 ? "Show a hint" : "Show another hint"} ({shown + 1} of {data.hints.length})
          </button>
        )}
        {solutions && (
          <button type="button" class="button" aria-disabled={!open} aria-describedby={open ? undefined : "solution-note"} onClick={() => open && void showSolution()}>
            Show the solution
          </button>
        )}
        {(!hints || !solutions) && <span class="block minor">Your class keeps {hints ? "the solution" : solutions ? "hints" : "hints and the solution"} closed.</span>}
        {solutions && !open && (
          <span class="block minor" id="solution-note">
            after a try of your own
          </span>
        )}
      </div>
      {solutionOpen.value && <SolutionDialog />}
    </section>
  );
}

async function showSolution(): Promise<void> {
  try {
    solution.value ||= (await fetchJSON<{ solution: string }>(`${location.pathname}/solution.json`)).solution;
    solutionOpen.value = true;
  } catch (error) {
    toast(`The solution could not be loaded: ${messageOf(error)}.`);
  }
}

function SolutionDialog() {
  const close = () => (solutionOpen.value = false);
  const take = () => {
    page.replaceCode(solution.value);
    close();
  };
  return (
    <Modal id="solution" title="A solution" class="solution-dialog" onClose={close}>
      <p class="soft">One of many solutions. Lines that only one of the two programs has are marked.</p>
      <div class="beside long-list boxed paper space-3 below-4" tabIndex={0} role="region" aria-label="Your code beside the solution">
        <table>
          <thead>
            <tr>
              <th scope="col">Yours</th>
              <th scope="col">The solution</th>
            </tr>
          </thead>
          <tbody>
            {alignLines(page.code.value, solution.value).map((row, i) => (
              <tr key={i} class={row.left === row.right ? "both" : ""}>
                <td class={row.left !== null && row.right !== row.left ? "missing" : ""}>{row.left !== null && <PythonLine text={row.left} />}</td>
                <td class={row.right !== null && row.right !== row.left ? "extra" : ""}>{row.right !== null && <PythonLine text={row.right} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <button type="button" class="button" data-first onClick={take}>
        Put the solution into the editor
      </button>
    </Modal>
  );
}
