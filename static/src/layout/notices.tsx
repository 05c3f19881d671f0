// Notices of the page: short messages, and the banner after a crash.

import { useEffect, useState } from "preact/hooks";
import { engine, restartEngine } from "../state";
import { type Toast, dismissToast, toasts } from "../ui/toasts";
import { Cross } from "../ui/icons";
import { messageParts } from "../ui/words";

export function Toasts() {
  return (
    <div class="toasts z-70 inset-auto-auto-46px-50% natural column fixed row" role="status">
      {toasts.value.map((t) => (
        <Message key={t.id} t={t} />
      ))}
    </div>
  );
}

/** A message disappears some seconds after it was drawn, but not while the pointer or the focus is on it. */
function Message({ t }: { t: Toast }) {
  const [held, hold] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(t.id), t.action ? 12_000 : 5_000);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <div
      class="toast ground-ink shadowed colour-paper pad-y-1 pad-x-4 corners row"
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocusIn={() => hold(true)}
      onFocusOut={() => hold(false)}
    >
      <span>{t.message}</span>
      {t.action && (
        <button
          type="button"
          class="button quiet toast-action text-button strong"
          onClick={() => {
            dismissToast(t.id);
            t.action!.run();
          }}
        >
          {t.action.label}
        </button>
      )}
      <button type="button" class="button icon-only" aria-label="Dismiss" onClick={() => dismissToast(t.id)}>
        <Cross />
      </button>
    </div>
  );
}

export function CrashBanner() {
  const now = engine.value;
  if (now.kind !== "crashed") return null;
  return (
    <div class="banner tone-ground spread bar toolbar wrong" role="alert">
      <p>
        <strong>
          {messageParts(now.message)}
          {now.unloaded && "."}
        </strong>{" "}
        Your trace is safe and can be edited; nothing runs by itself until the engine is {now.unloaded ? "there" : "restarted"}.
      </p>
      <button type="button" class="button primary" onClick={restartEngine}>
        {now.unloaded ? "Try again" : "Restart the engine"}
      </button>
    </div>
  );
}
