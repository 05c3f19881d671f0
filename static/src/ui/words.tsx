// Text from the engine on the page.

import type { ComponentChildren } from "preact";

/** A message with each name in backticks set as code. */
export function messageParts(message: string): ComponentChildren {
  return message.split(/`([^`]*)`/).map((part, i) => (i % 2 === 0 ? part : <code key={i}>{part}</code>));
}
