// Names of keys on this machine.

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** A key's name on this machine: "Mod" is Ctrl or Cmd. */
export function keyName(keys: string): string {
  return keys.replace("Mod", isMac ? "⌘" : "Ctrl");
}

/** True where letters are text input; a switch or a checkbox does not use them. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(target.type)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
