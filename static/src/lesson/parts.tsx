// The parts of a step that combines earlier work: who wrote each of them.

import * as page from "./state";

export function Parts() {
  const data = page.step.value!;
  const parts = data.suite.parts ?? [];
  if (parts.length === 0) return null;
  const own = parts.map((part, k) => page.ownPart(data.parts![k]!, part) !== "");
  const mine = own.filter((is) => is).length;
  return (
    <details class="given space-4 parts">
      <summary>
        {mine === 0 ? "All parts are ours so far" : `${mine} of ${parts.length} parts are yours`}
      </summary>
      <ul>
        {parts.map((part, k) => (
          <li key={part.name}>
            <code>{part.name}</code> {own[k] && page.usesMine.value ? <strong>yours</strong> : "ours"}, from <a href={data.parts![k]!.path}>{data.parts![k]!.title}</a>
          </li>
        ))}
      </ul>
      {mine > 0 && (
        <label class="switch">
          <input
            type="checkbox"
            checked={page.usesMine.value}
            onChange={(e) => {
              page.usesMine.value = e.currentTarget.checked;
              void page.runTests();
            }}
          />
          <span class="switch-track" aria-hidden="true" />
          Use mine
        </label>
      )}
    </details>
  );
}
