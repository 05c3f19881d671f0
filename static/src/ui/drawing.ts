// Turns a part of the page into a picture: text, backgrounds, lines and drawings of an element become one SVG, with colours and fonts as
// values, which needs no style sheet; and that can become a PNG.

import { escapeMarkup } from "./markup";

/** What decides how a part of a drawing looks. */
const looks = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "paint-order", "display", "visibility"] as const;

export interface Drawing {
  svg: string;
  width: number;
  height: number;
}

/** Draws an element as it is shown now, including its scrolled-out parts. `title` is the picture's
 * title. */
export function drawingOf(root: HTMLElement, title: string): Drawing {
  const painter = new Painter(root);
  painter.element(root);
  const width = Math.ceil(root.scrollWidth);
  const height = Math.ceil(root.scrollHeight);
  const paper = getComputedStyle(root).getPropertyValue("--paper") || "Canvas";
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">` +
    `<title>${escapeMarkup(title)}</title><rect width="100%" height="100%" fill="${resolved(root, paper)}"/>${painter.parts.join("")}</svg>`;
  return { svg: wellFormed(svg), width, height };
}

/** A text without the characters that XML does not allow: a reader would refuse the whole file. */
export function wellFormed(text: string): string {
  return text.replace(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd");
}

/** A colour as computed by the browser: older programs do not know light-dark().
 * */
function resolved(root: HTMLElement, color: string): string {
  const probe = document.createElement("i");
  probe.style.color = color;
  root.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

class Painter {
  readonly parts: string[] = [];
  private readonly origin: { x: number; y: number };
  private readonly canvas = document.createElement("canvas").getContext("2d")!;
  private clips = 0;

  constructor(root: HTMLElement) {
    const box = root.getBoundingClientRect();
    this.origin = { x: box.left - root.scrollLeft, y: box.top - root.scrollTop };
  }

  /** Draws an element and its contents, unless it is invisible. */
  element(element: Element): void {
    const style = getComputedStyle(element);
    if (style.display === "none" || style.visibility === "hidden" || element.matches(".off-screen")) return;
    const box = this.place(element.getBoundingClientRect());
    if (element instanceof SVGSVGElement) return void this.parts.push(this.drawn(element, box));
    if (element instanceof HTMLElement) this.box(box, style);
    const clips = this.parts.length > 0 && style.overflowX !== "visible" && element instanceof HTMLElement && element.scrollWidth > element.clientWidth + 1;
    if (clips) {
      const id = `clip${++this.clips}`;
      this.parts.push(`<clipPath id="${id}"><rect ${rectangle(box)}/></clipPath><g clip-path="url(#${id})">`);
    }
    for (const child of element.childNodes) {
      if (child instanceof Text) this.text(child, style);
      else if (child instanceof Element) this.element(child);
    }
    if (clips) this.parts.push("</g>");
  }

  private place(box: DOMRect): Box {
    return { x: round(box.left - this.origin.x), y: round(box.top - this.origin.y), width: round(box.width), height: round(box.height) };
  }

  /** The background and the borders of an element. */
  private box(box: Box, style: CSSStyleDeclaration): void {
    if (isSeen(style.backgroundColor)) this.parts.push(`<rect ${rectangle(box)} rx="${Number.parseFloat(style.borderTopLeftRadius) || 0}" fill="${style.backgroundColor}"/>`);
    const { x, y, width, height } = box;
    const sides = { Top: `M${x} ${y}h${width}`, Right: `M${x + width} ${y}v${height}`, Bottom: `M${x} ${y + height}h${width}`, Left: `M${x} ${y}v${height}` };
    for (const [side, way] of Object.entries(sides) as [keyof typeof sides, string][]) {
      const [size, color] = [Number.parseFloat(style[`border${side}Width`]), style[`border${side}Color`]];
      if (size > 0 && style[`border${side}Style`] !== "none" && isSeen(color)) this.parts.push(`<path d="${way}" fill="none" stroke="${color}" stroke-width="${size}"/>`);
    }
  }

  /** A text, line by line. */
  private text(text: Text, style: CSSStyleDeclaration): void {
    if (!text.data.trim()) return;
    this.canvas.font = style.font;
    const ascent = this.canvas.measureText("M").fontBoundingBoxAscent;
    const through = style.textDecorationLine === "none" ? "" : ` text-decoration="${style.textDecorationLine}"`;
    for (const line of linesOf(text)) {
      const box = this.place(line.box);
      this.parts.push(
        `<text x="${box.x}" y="${round(box.y + ascent)}" textLength="${box.width}" lengthAdjust="spacingAndGlyphs" font-family="${escapeMarkup(style.fontFamily)}" font-size="${style.fontSize}" ` +
          `font-weight="${style.fontWeight}" fill="${style.color}" xml:space="preserve"${through}>${escapeMarkup(line.text)}</text>`,
      );
    }
  }

  /** A drawing, with the styles of its parts. */
  private drawn(svg: SVGSVGElement, box: Box): string {
    const copy = svg.cloneNode(true) as SVGSVGElement;
    const parts = [...svg.querySelectorAll<SVGElement>("*")];
    copy.querySelectorAll<SVGElement>("*").forEach((part, k) => copyLooks(parts[k]!, part));
    copyLooks(svg, copy);
    for (const name of ["class", "role", "aria-hidden"]) copy.removeAttribute(name);
    for (const [name, value] of Object.entries(box)) copy.setAttribute(name, String(value));
    return new XMLSerializer().serializeToString(copy);
  }
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Gives a copy the styles of the original as attributes, and removes what only a page understands. */
function copyLooks(from: SVGElement, to: SVGElement): void {
  const style = getComputedStyle(from);
  for (const name of looks) to.setAttribute(name, style.getPropertyValue(name));
  for (const name of ["class", "style", "id", "role", "aria-selected"]) to.removeAttribute(name);
}

/** The lines of a text as they are shown. */
function linesOf(text: Text): { text: string; box: DOMRect }[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  if (range.getClientRects().length === 1) return [{ text: text.data.replace(/[\n\t]/g, " "), box: range.getBoundingClientRect() }];
  const lines: { from: number; to: number; top: number }[] = [];
  for (let k = 0; k < text.length; k++) {
    range.setStart(text, k);
    range.setEnd(text, k + 1);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (box.width === 0) continue;
    if (last && Math.abs(last.top - box.top) < 2) last.to = k + 1;
    else lines.push({ from: k, to: k + 1, top: box.top });
  }
  return lines.map(({ from, to }) => {
    range.setStart(text, from);
    range.setEnd(text, to);
    return { text: text.data.slice(from, to).replace(/[\n\t]/g, " "), box: range.getBoundingClientRect() };
  });
}

const round = (n: number) => Math.round(n * 10) / 10;
const rectangle = (box: Box) => `x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"`;

function isSeen(color: string): boolean {
  return color !== "transparent" && !/^rgba\(.*, 0\)$/.test(color);
}

/** Most browsers refuse canvases that are larger than this in one direction, and draw
 * nothing. */
const largestSide = 16_000;

/** A drawing as a PNG, with twice the resolution of the screen or the highest possible one. Rejects if the browser
 * cannot draw it. */
export async function pngOf({ svg, width, height }: Drawing): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(2, largestSide / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("the browser draws no picture of this size"))), "image/png"));
}
