// Files dropped anywhere on the page, and the file chooser behind "Open a log…".

import { signal } from "@preact/signals";
import { askingForResult, openFile, openResultFile, reading } from "./state";

/** True while a file is dragged over the page. */
const over = signal(false);

const hasFiles = (e: DragEvent) => e.dataTransfer?.types.includes("Files") ?? false;

/** Lets files be dropped on the page; called once. */
export function startDrops(): void {
  // In the capture phase, because the editor would insert a file as text.
  const on = { capture: true };
  const hover = (e: DragEvent) => {
    if (!hasFiles(e)) return;
    e.preventDefault();
    e.stopPropagation();
    over.value = true;
  };
  window.addEventListener("dragenter", hover, on);
  window.addEventListener("dragover", hover, on);
  window.addEventListener("dragleave", (e) => e.relatedTarget === null && (over.value = false), on);
  window.addEventListener(
    "drop",
    (e) => {
      over.value = false;
      const file = e.dataTransfer?.files[0];
      if (!file) return;
      e.preventDefault();
      e.stopPropagation();
      void (askingForResult.peek() ? openResultFile(file) : openFile(file));
    },
    on,
  );
}

/** Opens the browser's file chooser. */
export function chooseFile(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) void openFile(file);
  };
  input.click();
}

/** The message over the page while a file is dragged or read. */
export function DropNote() {
  if (reading.value) {
    return (
      <p class="inverse toasts z-70 inset-auto-auto-46px-50% natural fixed pad-y-3 pad-x-4 corners text-l to-middle" role="status">
        Reading “{reading.value}”…
      </p>
    );
  }
  if (!over.value) return null;
  return (
    <div class="drop-target z-70 inset-8px corners fixed no-pointer grid" aria-hidden="true">
      <p class="inverse pad-y-3 pad-x-4 corners text-l to-middle">
        {askingForResult.value ? "Drop PyPy’s result here" : "Drop a log of PyPy or a trace here"}
        <span class="block text-s">It stays on your computer</span>
      </p>
    </div>
  );
}
