// A button with a menu under it, by keyboard and pointer alike: arrows move,
// Home and End jump, letters search, Escape closes and gives the focus back.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Chevron } from "./icons";

export interface MenuItem {
  key: string;
  title: string;
  /** A second line with more information. */
  note?: string;
  /** Shown on the right: a key, a time, a count. */
  aside?: string;
  /** Items under the same heading follow each other. */
  group?: string;
  checked?: boolean;
  run(): void;
}

interface MenuProps {
  label: ComponentChildren;
  /** The button's name for screen readers; the label's own text if left out. */
  name?: string;
  items: () => MenuItem[];
  /** Shown in place of the items when there are none. */
  empty?: string;
  /** Which edge of the button the menu is aligned with. */
  align?: "start" | "end";
  class?: string;
  wide?: boolean;
}

export function Menu(props: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  return (
    <div class={`menu relative ${props.class ?? ""}`}>
      <button
        ref={button}
        type="button"
        class="button quiet"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={props.name}
        onClick={() => setOpen(!open)}
        onKeyDown={(e) => {
          if (e.key !== "ArrowDown" || open) return;
          e.preventDefault();
          setOpen(true);
        }}
      >
        {props.label}
        <Chevron />
      </button>
      {open && <MenuList {...props} close={close} />}
    </div>
  );
}

function MenuList(props: MenuProps & { close(refocus: boolean): void }) {
  const list = useRef<HTMLDivElement>(null);
  const items = props.items();
  useLayoutEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[aria-checked=true]") ?? entries(list.current)[0];
    (chosen ?? list.current)?.focus();
  }, []);
  useCloseOutside(list, () => props.close(false));
  const choose = (item: MenuItem) => {
    props.close(true);
    item.run();
  };
  let group = "";
  return (
    <div
      ref={list}
      class={`menu-list z-40 natural min-width-200px absolute pad-y-1 pad-x-2 scroll floating ${props.align === "end" ? "end" : ""} ${props.wide ? "wide" : ""}`}
      role="menu"
      tabIndex={-1}
      onKeyDown={(e) => moveFocus(e, list.current!, props.close)}
    >
      {items.length === 0 && <p class="faint text-s pad-y-2 pad-x-3">{props.empty}</p>}
      {items.map((item) => {
        const heading = item.group && item.group !== group ? item.group : "";
        group = item.group ?? group;
        return (
          <>
            {heading && (
              <div class="pad-y-1 pad-x-2 serif regular faint italic" role="presentation" key={`group ${heading}`}>
                {heading}
              </div>
            )}
            <button
              key={item.key}
              type="button"
              class="menu-item columns-1fr-auto gap-x-4 item"
              role={item.checked === undefined ? "menuitem" : "menuitemradio"}
              aria-checked={item.checked}
              aria-description={item.group}
              tabIndex={-1}
              onClick={() => choose(item)}
            >
              <span class="menu-title">{item.title}</span>
              {item.aside && <span class="soft text-s">{item.aside}</span>}
              {item.note && <span class="across soft text-s clip">{item.note}</span>}
            </button>
          </>
        );
      })}
    </div>
  );
}

function entries(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(".menu-item") ?? [])];
}

function moveFocus(e: KeyboardEvent, list: HTMLElement, close: (refocus: boolean) => void): void {
  const all = entries(list);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = (index: number) => {
    e.preventDefault();
    all[(index + all.length) % all.length]?.focus();
  };
  if (e.key === "Escape") {
    e.stopPropagation();
    close(true);
  } else if (e.key === "Tab") close(false);
  else if (e.key === "ArrowDown") to(at + 1);
  else if (e.key === "ArrowUp") to(at - 1);
  else if (e.key === "Home") to(0);
  else if (e.key === "End") to(all.length - 1);
  else if (e.key.length === 1 && /\S/.test(e.key) && !e.ctrlKey && !e.metaKey) {
    e.stopPropagation();
    const letter = e.key.toLowerCase();
    const order = [...all.slice(at + 1), ...all.slice(0, at + 1)];
    order.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
  }
}

function useCloseOutside(list: { current: HTMLElement | null }, close: () => void): void {
  useEffect(() => {
    const onPointer = (e: PointerEvent) => {
      if (!list.current?.parentElement?.contains(e.target as Node)) close();
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, []);
}
