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
  /** In narrow windows the links are in the page's menu "More". */
  hasMore?: boolean;
  /** Shown next to the links. */
  children: ComponentChildren;
}

export function SiteHeader({ here, onMark, hasMore = false, children }: Props) {
  return (
    <header class="header min-height-56px pad-0-3-0-4 row rigid gap-4">
      <a class="brand under-800px:after-auto corners plain row" href={at("/")} aria-label="Unbox, start page" onClick={onMark}>
        <Mark />
        <span class="brand-name under-800px:title-s under-640px:gone serif title-m">Unbox</span>
      </a>
      <nav class={`site-nav under-640px:one-line under-640px:gap-x-2 under-640px:text-s gap-x-4 flex wrap${hasMore ? " under-1000px:gone" : ""}`} aria-label="Site">
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
