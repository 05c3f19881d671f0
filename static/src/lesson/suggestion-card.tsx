// The suggestion that waits, above the editor: from whom it is, what was said with it, and the answers.

import { ChangedLines } from "../editor/changed-lines";
import { keyName } from "../ui/key-names";
import { messageParts } from "../ui/words";
import { accept, decline, first, firstLine, showFirst, waiting } from "./suggestion";

const states = {
  fits: "It is shown in your code.",
  done: "Your code has this change already.",
  lost: "Your code has changed there, so that it does not fit any more.",
};

export function SuggestionCard() {
  const now = first.value;
  if (!now) return null;
  const { suggestion, fit } = now;
  const more = waiting.value.length - 1;
  return (
    <section class="suggestion is-added bar toolbar" aria-label="Suggestion">
      <p class="grow" role="status">
        <strong>{suggestion.by} suggests a change</strong>
        {fit.state === "fits" && (
          <>
            {" in "}
            <button type="button" class="place is-added toned" onClick={showFirst}>
              line {firstLine.value}
            </button>
          </>
        )}
        {suggestion.words ? <>: {messageParts(suggestion.words)}</> : "."} <span class="soft">{states[fit.state]}</span>
        {more > 0 && <span class="soft"> {more === 1 ? "One more waits." : `${more} more wait.`}</span>}
      </p>
      {fit.state !== "lost" && (
        <button type="button" class="button primary" title={`${keyName("Alt+Y")}; undo takes it back`} onClick={accept}>
          Accept
        </button>
      )}
      <button type="button" class="button" title={keyName("Alt+N")} onClick={decline}>
        Decline
      </button>
      {fit.state === "lost" && <ChangedLines before={suggestion.base} after={suggestion.text} />}
    </section>
  );
}
