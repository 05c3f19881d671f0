// A dialog of the page's own making around the browser's: it opens when it is
// drawn, a click beside it or Escape closes it, and the focus goes back.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Cross } from "../layout/icons";

interface Props {
  id: string;
  title: string;
  class?: string;
  onClose(): void;
  children: ComponentChildren;
}

export function Modal({ id, title, class: own, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${own ?? ""}`}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
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
