// What the server's receipt says about the program, below the verdict of the
// tests.

import type { ComponentChildren } from "preact";
import { messageParts } from "../ui/words";
import { check, verified, whenWords } from "./receipt";
import { base, code, stepId } from "./state";

export function ReceiptLine() {
  const now = verified.value;
  if (!now) return null;
  const when = whenWords(now.receipt.when);
  switch (now.standing.kind) {
    case "checking":
      return <Line kind="checking">A receipt of {when} is being checked.</Line>;
    case "valid":
      if (now.code === code.value) return <Line kind="valid">Verified on {when}, with exactly this code.</Line>;
      return <Line kind="changed">Verified on {when}; the code has changed since.</Line>;
    case "void":
      return <Line kind="void">The receipt of {when} does not hold: {messageParts(now.standing.reason)}.</Line>;
    default:
      return (
        <Line kind="unchecked">
          There is a receipt of {when}, which could not be checked: {messageParts(now.standing.reason)}.{" "}
          <button type="button" class="text-button retry" onClick={() => void check(now, stepId.value, base())}>
            Try again
          </button>
        </Line>
      );
  }
}

function Line({ kind, children }: { kind: string; children: ComponentChildren }) {
  return (
    <p class={`receipt space-2 after-4 ahead-4 minor receipt-${kind} ${{ valid: "pass toned", void: "fail toned" }[kind] ?? ""}`} role="status">
      {children}
    </p>
  );
}
