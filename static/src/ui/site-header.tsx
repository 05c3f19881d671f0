// The bar at the top of every page: the logo, links to the other parts of the site, and the page's own tools.

import type { ComponentChildren } from "preact";
import { at } from "../site";
import { Mark } from "./icons";

/** The parts of the site. `current` is what a page is in its part: all of it, or one of its pages. */
export const siteParts = [
  { href: "/", title: "Playground", current: "page" },
  { href: "/program", title: "Program", current: "page" },
  { href: "/lessons/", title: "Lessons", current: "true" },
  { href: "/lab", title: "Lab", current: "page" },
] as const;

interface Props {
  /** The address of the page's part, "" for a page outside of all parts. */
  here: string;
  /** What a click on the logo does instead of following its link. */
  onMark?(e: MouseEvent): void;
  /** Shown next to the links. */
  children: ComponentChildren;
}

export function SiteHeader({ here, onMark, children }: Props) {
  return (
    <header class="header min-height-56px pad-0-3-0-4 row rigid gap-4">
      <a class="brand corners plain row" href={at("/")} aria-label="Unbox, start page" onClick={onMark}>
        <Mark />
        <span class="brand-name serif title-m">Unbox</span>
      </a>
      <nav class="site-nav gap-x-4 flex wrap" aria-label="Site">
        {siteParts.map(({ href, title, current }) => (
          <a key={href} href={at(href)} aria-current={href === here ? current : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {children}
    </header>
  );
}
