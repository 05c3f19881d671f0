// What the page has to say beside its content: short messages, and the banner after
// a crash.

import { dismissToast, engine, restartEngine, toasts } from "../state";
import { Cross } from "../ui/icons";
import { messageParts } from "../ui/words";

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map((t) => (
        <div class="toast" key={t.id}>
          <span>{t.message}</span>
          {t.action && (
            <button
              type="button"
              class="button toast-action"
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
      ))}
    </div>
  );
}

export function CrashBanner() {
  const now = engine.value;
  if (now.kind !== "crashed") return null;
  return (
    <div class="banner bar toolbar wrong" role="alert">
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
