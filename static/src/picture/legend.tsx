// The meaning of the marks.

import { Words } from "../terms/words";

const marks = [
  ["born", "asked for", '<rect class="lm-born" x="2.5" y="2.5" width="11" height="11" rx="1.5"/>'],
  ["made", "made", '<rect class="lm-made" x="2.5" y="2.5" width="11" height="11" rx="1.5"/>'],
  ["written", "written", '<circle class="lm-written" cx="8" cy="8" r="4.5"/>'],
  ["read", "read", '<circle class="lm-read" cx="8" cy="8" r="4"/>'],
  ["checked", "checked", '<path class="lm-checked" d="M8 2.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>'],
  ["stored", "stored", '<path class="lm-stored" d="M1 8h9"/><path class="lm-stored is-head" d="M8 4L14 8L8 12z"/>'],
  ["passed", "into the next iteration", '<path class="lm-passed" d="M2 4h12l-6 8z"/>'],
  ["leaves", "leaves (escapes)", '<path class="lm-leaves" d="M0 8h9"/><path class="lm-leaves is-head" d="M7 3l7 5l-7 5z"/>'],
  ["known", "only known (virtual)", '<path class="life-known" d="M0 8h18"/>'],
  ["there", "in memory", '<path class="life-there" d="M0 8h18"/>'],
  ["pipe", "a number, no box", '<path class="way-pipe" d="M0 8h18"/><path class="way-inside" d="M0 8h18"/>'],
] as const;

export function Legend() {
  return (
    <ul class="legend flex wrap soft clip" aria-label="What the marks mean">
      {marks.map(([id, words, drawing]) => (
        <li key={id}>
          <svg width="18" height="16" aria-hidden="true" dangerouslySetInnerHTML={{ __html: drawing }} />
          <span>
            <Words text={words} />
          </span>
        </li>
      ))}
    </ul>
  );
}
