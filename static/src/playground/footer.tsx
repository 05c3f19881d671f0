// The line at the foot: the state of the engine, how to leave the editor, and
// the version.

import { version } from "../globals";
import { engine, reading, result, staleReason } from "../state";
import { shortcutsOpen } from "../layout/keys";

const staleWords = {
  "": "",
  errors: "Showing the last good result",
  replaced: "Showing the trace before",
  pending: "Computing",
  manual: "Changed since the last run",
  crashed: "Showing the last good result",
} as const;

export function Footer() {
  return (
    <footer class="footer gap-5 min-height-34px pad-0-4 row minor rigid">
      <EngineState />
      <span class="footer-stale under-1100px:gone">{result.value ? staleWords[staleReason.value] : ""}</span>
      <span class="header-space grow" />
      {!reading.value && (
        <span class="footer-hint under-800px:gone">
          <kbd>Esc</kbd> then <kbd>Tab</kbd> leaves the editor
        </span>
      )}
      <button type="button" class="footer-link under-800px:gone pad-y-half pad-x-1 rounded hovers" onClick={() => (shortcutsOpen.value = true)}>
        Shortcuts <kbd>?</kbd>
      </button>
      <span class="digits">Unbox {version()}</span>
    </footer>
  );
}

function EngineState() {
  const now = engine.value;
  if (now.kind === "loading") {
    const percent = Math.round(now.progress * 100);
    return (
      <span class="engine inline-flex centred gap-2 loading">
        <progress max={100} value={percent} aria-label="Loading the engine" /> Loading the optimizer, {percent} %
      </span>
    );
  }
  const words = { ready: "Ready", busy: "Ready", crashed: "Stopped" }[now.kind];
  return (
    <span class={`engine inline-flex centred gap-2 ${now.kind}`}>
      <span class="engine-dot width-8px height-8px round ground-good" aria-hidden="true" />
      {words}
    </span>
  );
}
