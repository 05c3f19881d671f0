// The way to the other parts of the site.

import { at } from "../site";

/** The parts of the site; `static/lesson.html` and `static/lab.html` name the same. */
const parts = [
  { href: "/", title: "Playground" },
  { href: "/lessons/", title: "Lessons" },
  { href: "/lab", title: "Lab" },
];

/** Links to all parts. `here` is the address of the page's own. */
export function SiteNav({ here = "/" }: { here?: string }) {
  return (
    <nav class="site-nav" aria-label="Site">
      {parts.map(({ href, title }) => (
        <a key={href} href={at(href)} aria-current={href === here ? "page" : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
