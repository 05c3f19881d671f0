// A dialog of the page's own making around the browser's: it opens when it is
// drawn, a click outside or Escape closes it, and the focus goes back. And the
// dialog that lists a page's keys.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Cross } from "./icons";
import { keyName } from "./key-names";

interface Props {
  id: string;
  title: string;
  class?: string;
  onClose(): void;
  children: ComponentChildren;
}

export function Modal({ id, title, class: own, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useRef(true);
  // Before the next frame: keys that come until then belong to the dialog, not to the page below it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      // The browser's close event comes later, when the dialog may be open again.
      shown.current = false;
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog floating ${own ?? ""}`}
      aria-labelledby={`${id}-title`}
      onClose={() => shown.current && onClose()}
      onClick={(e) => e.target === dialog.current && dialog.current?.close()}
    >
      <div class="dialog-body pad-5-5-5">
        <div class="flex centred spread gap-3">
          <h2 class="title-m" id={`${id}-title`}>{title}</h2>
          <button type="button" class="button icon-only" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Cross />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** An action and its keys. Any of `keys` triggers it; "Mod" is Ctrl or Cmd. */
export interface Shortcut {
  group: string;
  keys: readonly string[];
  does: string;
}

/** A dialog with all keys of a page, by group. */
export function ShortcutsDialog({ list, onClose }: { list: readonly Shortcut[]; onClose(): void }) {
  const groups = [...new Set(list.map((s) => s.group))];
  return (
    <Modal id="keys" title="Keyboard shortcuts" onClose={onClose}>
      {groups.map((group) => (
        <section key={group}>
          <h3 class="space-4 below-1 faint">{group}</h3>
          <dl class="shortcuts">
            {list
              .filter((s) => s.group === group)
              .map((s) => (
                <div class="toolbar gap-x-3 baseline pad-y-half" key={s.does}>
                  <dt class="flex-0-0-200px row wrap gap-1 text-m ink">
                    {s.keys.map((name) => (
                      <kbd key={name}>{keyName(name)}</kbd>
                    ))}
                  </dt>
                  <dd class="flex-1-1-9rem">{s.does}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
