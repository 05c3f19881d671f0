// One instruction, with the values in its registers. The text in the page is
// the instruction as an assembler takes it.

import type { AsmInstruction } from "../api.gen";

interface Props {
  of: AsmInstruction;
  bytes: boolean;
  /** The value that is marked. */
  named: string;
}

export function Instruction({ of, bytes, named }: Props) {
  const at = of.text.indexOf(" ");
  const name = at < 0 ? of.text : of.text.slice(0, at);
  const values = valuesIn(of.values ?? "");
  return (
    <>
      {bytes && (
        <span class="asm-bytes inline-block min-width-17ch after-1.5ch size-0.88em soft">
          <span class="asm-offset faint">{of.offset.toString(16).padStart(4, "0")}</span> {of.bytes}
        </span>
      )}
      <code class="asm-text">
        <span class={`asm-name tok-class ${/^j/.test(name) ? "is-jump" : ""}`}>{name}</span>
        {at >= 0 && of.text.slice(at)}
      </code>
      {values.length > 0 && (
        <span class="asm-values ahead-2ch size-0.88em faint">
          {values.map(([register, value]) => (
            <span key={register} class={value === named ? "is-named after-1ch" : "after-1ch"} data-v={value}>
              {register}={value}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

/** "rax=i3 rcx=p0" in pairs. */
function valuesIn(text: string): [register: string, value: string][] {
  return text
    .split(" ")
    .filter((pair) => pair.includes("="))
    .map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    });
}
