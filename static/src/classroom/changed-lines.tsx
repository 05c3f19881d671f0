// What a suggestion changes, as lines: what goes, and what comes.

import { lineChanges } from "../editor/merge";

export function ChangedLines({ before, after }: { before: string; after: string }) {
  return (
    <pre class="changed-lines full code scroll boxed" tabIndex={0} role="group" aria-label="What goes and what comes">
      {lineChanges(before, after).map((c) => (
        <>
          <span class="minor faint">line {c.line}</span>
          {"\n"}
          {c.goes.map((l) => (
            <del>
              - {l}
              {"\n"}
            </del>
          ))}
          {c.comes.map((l) => (
            <ins>
              + {l}
              {"\n"}
            </ins>
          ))}
        </>
      ))}
    </pre>
  );
}
