// The reader's preferences for the pages: the size of the code and the theme, which all pages have,
// and the large type for a lecture hall.

import { fontSizes, stepFontSize } from "../settings";
import { fontSize, presenting, theme } from "../state";
import { HalfDisc, Moon, Screen, Sun } from "../ui/icons";

function FontSize() {
  return (
    <div class="font-size under-800px:gone flex serif" role="group" aria-label="Size of the code">
      <button
        type="button"
        class="button icon-only text-m"
        aria-label="Smaller code"
        title="Smaller code"
        disabled={fontSize.value <= fontSizes[0]}
        onClick={() => stepFontSize(-1)}
      >
        A
      </button>
      <button
        type="button"
        class="button icon-only text-xl"
        aria-label="Larger code"
        title="Larger code"
        disabled={fontSize.value >= fontSizes.at(-1)!}
        onClick={() => stepFontSize(1)}
      >
        A
      </button>
    </div>
  );
}

/** The common part of all pages' headers. */
export function Looks() {
  return (
    <>
      <FontSize />
      <ThemeSwitch />
    </>
  );
}

const themeAfter = { system: "light", light: "dark", dark: "system" } as const;

/** The theme in words. */
export function themeWords(): string {
  return theme.value === "system" ? "as the system" : theme.value;
}

/** Switches to the next theme. */
export function nextTheme(): void {
  theme.value = themeAfter[theme.peek()];
}

function ThemeSwitch() {
  const now = theme.value;
  const words = themeWords();
  return (
    <button
      type="button"
      class="button icon-only"
      aria-label={`Theme: ${words}. Change to ${themeAfter[now]}.`}
      title={`Theme: ${words}`}
      onClick={nextTheme}
    >
      {now === "system" ? <HalfDisc /> : now === "light" ? <Sun /> : <Moon />}
    </button>
  );
}

/** Switches the large type for a lecture hall on and off. */
export function PresentationButton() {
  return (
    <button
      type="button"
      class="button icon-only"
      aria-label="Presentation mode"
      title={presenting.value ? "Leave the presentation (P)" : "Presentation mode (P)"}
      aria-pressed={presenting.value}
      onClick={() => (presenting.value = !presenting.value)}
    >
      <Screen />
    </button>
  );
}
