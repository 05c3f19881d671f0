// A dialog that asks before something is deleted for good. The focus starts on the button that
// changes nothing.

import type { ComponentChildren } from "preact";
import { Modal } from "./modal";

interface Props {
  id: string;
  title: string;
  /** The labels of the button that does it, and of the one that does not. */
  does: string;
  keeps: string;
  /** It cannot be done yet. */
  waits?: boolean;
  onConfirm(): void;
  onClose(): void;
  /** What is lost, and what is kept. */
  children: ComponentChildren;
}

export function ConfirmDialog({ id, title, does, keeps, waits, onConfirm, onClose, children }: Props) {
  return (
    <Modal id={id} title={title} class="confirm-dialog spaced" onClose={onClose}>
      {children}
      <p class="toolbar gap-2">
        <button type="button" class="button primary" disabled={waits} onClick={onConfirm}>
          {does}
        </button>
        <button type="button" class="button" data-first onClick={onClose}>
          {keeps}
        </button>
      </p>
    </Modal>
  );
}
