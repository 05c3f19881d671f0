// A dialog of the page's own making around the browser's: it opens when it is
// drawn, a click beside it or Escape closes it, and the focus goes back.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Cross } from "./icons";

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
      // The browser says of the closing later, when the dialog may be open again.
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
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={`${id}-title`}>{title}</h2>
          <button type="button" class="button icon-only" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Cross />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
