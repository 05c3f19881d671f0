// What the page has to say beside its content: short messages, the banner after
// a crash, and the list of shortcuts.

import { useEffect, useRef } from "preact/hooks";
import { dismissToast, engine, restartEngine, toasts } from "../state";
import { Cross } from "../ui/icons";
import { messageParts } from "../ui/words";
import { keyName, shortcuts, shortcutsOpen } from "./keys";

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
    <div class="banner" role="alert">
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

export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = shortcutsOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const groups = [...new Set(shortcuts.map((s) => s.group))];
  return (
    <dialog
      ref={dialog}
      class="dialog floating"
      aria-labelledby="shortcuts-title"
      onClose={() => (shortcutsOpen.value = false)}
      onClick={(e) => e.target === dialog.current && dialog.current?.close()}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id="shortcuts-title">Keyboard shortcuts</h2>
          <button type="button" class="button icon-only" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Cross />
          </button>
        </div>
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl class="shortcuts">
              {shortcuts
                .filter((s) => s.group === group)
                .map((s) => (
                  <div key={s.does}>
                    <dt>
                      {s.keys.map((k) => (
                        <kbd key={k}>{keyName(k)}</kbd>
                      ))}
                    </dt>
                    <dd>{s.does}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}
