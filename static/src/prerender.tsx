// Draws the page as it is before its script has loaded: run by the build, in Node.js. It reads a `Before` from its standard
// input, and writes HTML, and CSS for what a page may not say in its HTML (its policy forbids styles there). It also draws
// the header of the pages that are read, once for each part of the site.

import "./prerender-world";
import { readFileSync } from "node:fs";
import { render } from "preact-render-to-string";
import { type Before, showBefore } from "./before";
import { Picture } from "./picture";
import { PictureOf } from "./picture/model";
import { picture } from "./picture/state";
import { App } from "./playground/app";
import { SiteHeader, siteParts } from "./ui/site-header";

/** The forms of a picture, and the widths of the reading page up to which they are shown, in CSS pixels. */
const forms = [
  { name: "wide", width: 1000 },
  { name: "middle", width: 700, upTo: 799.98 },
  { name: "narrow", width: 360, upTo: 479.98 },
];

const styles: string[] = [];

/** Moves styles out of the HTML: each is found by a number. */
function withoutStyles(html: string): string {
  return html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    if (!styles.includes(style)) styles.push(style);
    return ` data-s="${styles.indexOf(style)}"`;
  });
}

function pictureAt(width: number): string {
  picture.size.value = { width, height: 100_000 };
  return render(
    <PictureOf value={picture}>
      <Picture />
    </PictureOf>,
  );
}

/** The header with an empty place for a page's tools. */
function headerAt(here: string): string {
  return render(
    <SiteHeader here={here}>
      <span class="header-space grow" />
      <div class="header-group gap-half row header-tools" id="tools" />
    </SiteHeader>,
  );
}

showBefore(JSON.parse(readFileSync(0, "utf8")) as Before);
const pictures = forms.map(({ width }) => pictureAt(width));
pictureAt(forms[0]!.width);
const page = render(<App />);
const parts = page.split(pictures[0]!);
if (parts.length !== 2) throw new Error("BUG: expected the picture once in the page, found it " + (parts.length - 1) + " times");
const all = pictures.map((html, k) => html.replace('class="picture ', `class="picture at-${forms[k]!.name} `)).join("");
const html = withoutStyles(parts.join(all));
let css = styles.map((style, k) => `[data-s="${k}"]{${style}}`).join("\n");
css += "\n.picture:is(.at-middle,.at-narrow){display:none}";
forms.forEach(({ name, upTo }, k) => {
  if (upTo) css += `\n@container reading (max-width:${upTo}px){.picture.at-${forms[k - 1]!.name}{display:none}.picture.at-${name}{display:flex}}`;
});
const headers = ["", ...siteParts.map(({ href }) => href)].map((here) => [here, headerAt(here)]);
process.stdout.write(JSON.stringify({ html, css: css + "\n", headers: Object.fromEntries(headers) }));
