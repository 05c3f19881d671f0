// The page's few icons, drawn in the colour of the text around them.

import type { ComponentChildren } from "preact";

function Icon({ children, size = 18 }: { children: ComponentChildren; size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** A box whose content has left it: the product's logo. */
export const Mark = () => (
  <svg class="mark" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round" width="26" height="26" viewBox="0 0 26 26" aria-hidden="true" focusable="false">
    <path class="mark-box" d="M4 12.5 L4 23 L22 23 L22 12.5" />
    <path class="mark-lid" d="M4 12.5 L1.2 7.6 M22 12.5 L24.8 7.6" />
    <circle class="fill-tok-allocate no-stroke" cx="13" cy="6.2" r="3.6" />
  </svg>
);

const chevrons = { down: "M5 7.5 L10 12.5 L15 7.5", up: "M5 12.5 L10 7.5 L15 12.5", right: "M7.5 5 L12.5 10 L7.5 15" };

export const Chevron = ({ to = "down" }: { to?: keyof typeof chevrons }) => (
  <Icon size={14}>
    <path d={chevrons[to]} />
  </Icon>
);

export const Sun = () => (
  <Icon>
    <circle cx="10" cy="10" r="3.4" />
    <path d="M10 2.2v1.8M10 16v1.8M2.2 10H4M16 10h1.8M4.5 4.5l1.3 1.3M14.2 14.2l1.3 1.3M4.5 15.5l1.3-1.3M14.2 5.8l1.3-1.3" />
  </Icon>
);

export const Moon = () => (
  <Icon>
    <path d="M16.2 12.3A6.9 6.9 0 0 1 7.7 3.8a6.9 6.9 0 1 0 8.5 8.5Z" />
  </Icon>
);

export const HalfDisc = () => (
  <Icon>
    <circle cx="10" cy="10" r="6.8" />
    <path d="M10 3.2a6.8 6.8 0 0 1 0 13.6Z" fill="currentColor" stroke="none" />
  </Icon>
);

export const Screen = () => (
  <Icon>
    <rect x="2.5" y="3.5" width="15" height="10" rx="1" />
    <path d="M10 13.5v3M6.5 16.5h7" />
  </Icon>
);

export const Play = () => (
  <Icon size={14}>
    <path d="M6 4 L15.5 10 L6 16 Z" fill="currentColor" />
  </Icon>
);

export const Cross = () => (
  <Icon size={14}>
    <path d="M5 5 L15 15 M15 5 L5 15" />
  </Icon>
);
