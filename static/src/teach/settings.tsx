// What is set for a class: its name, steps, hints, solutions, deadline.

import { useState } from "preact/hooks";
import type { Settings, Step } from "../classroom/protocol";
import { Wrong } from "../ui/wrong";
import { wrong } from "./state";

interface Props {
  settings: Settings;
  course: readonly Step[];
  label: string;
  save(settings: Settings): Promise<boolean>;
}

export function SettingsForm({ settings, course, label, save }: Props) {
  const [now, set] = useState<Settings>({ ...settings, steps: settings.steps ?? [], deadline: settings.deadline ?? "" });
  const change = (more: Partial<Settings>) => set({ ...now, ...more });
  return (
    <form
      class="class-form form"
      onSubmit={(e) => {
        e.preventDefault();
        void save(now);
      }}
    >
      <label>
        Name
        <input name="class" required maxLength={80} data-first value={now.name} onInput={(e) => change({ name: e.currentTarget.value })} />
      </label>
      <StepChoice chosen={now.steps ?? []} course={course} choose={(steps) => change({ steps })} />
      <div class="sides grid full gap-3">
        <label>
          Hints
          <select value={now.hints} onChange={(e) => change({ hints: e.currentTarget.value })}>
            <option value="open">open</option>
            <option value="locked">locked</option>
          </select>
        </label>
        <label>
          Solutions
          <select value={now.solutions} onChange={(e) => change({ solutions: e.currentTarget.value })}>
            <option value="open">open after a try</option>
            <option value="locked">locked</option>
            <option value="deadline">open after the deadline</option>
          </select>
        </label>
      </div>
      <div class="sides grid full gap-3">
        <label>
          Deadline, if there is one
          <input type="datetime-local" value={now.deadline ?? ""} onInput={(e) => change({ deadline: e.currentTarget.value })} />
        </label>
        <label>
          Time zone
          <input name="zone" list="zones" value={now.zone} onInput={(e) => change({ zone: e.currentTarget.value })} />
        </label>
        <datalist id="zones">
          {Intl.supportedValuesOf("timeZone").map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
      <Wrong words={wrong.value} />
      <button type="submit" class="button primary">
        {label}
      </button>
    </form>
  );
}

interface Choice {
  chosen: readonly string[];
  course: readonly Step[];
  choose(steps: string[]): void;
}

/** The whole course, or steps of it in an order of one's own. */
function StepChoice({ chosen, course, choose }: Choice) {
  const known = new Map(course.map((s) => [s.id, s]));
  const own = chosen.length > 0;
  const move = (at: number, by: number) => {
    const next = [...chosen];
    const [step] = next.splice(at, 1);
    next.splice(at + by, 0, step!);
    choose(next);
  };
  const chapters = [...new Set(course.map((s) => s.chapter))];
  return (
    <fieldset class="teach-steps full">
      <legend class="strong">Steps</legend>
      <label class="row">
        <input type="radio" name="steps" checked={!own} onChange={() => choose([])} /> The whole course
      </label>
      <label class="row">
        <input type="radio" name="steps" checked={own} onChange={() => choose(course.slice(0, 1).map((s) => s.id))} /> These, in this order
      </label>
      {own && (
        <div class="teach-choice">
          <ol class="short-list boxed space-2 below-2" tabIndex={0} aria-label="Chosen steps">
            {chosen.map((id, at) => (
              <li key={id}>
                <span class="teach-step-name inline-block on-middle cut">
                  {known.get(id)?.label} {known.get(id)?.title ?? id}
                </span>
                <button type="button" class="button icon-only" disabled={at === 0} aria-label={`${known.get(id)?.title} earlier`} onClick={() => move(at, -1)}>
                  ↑
                </button>
                <button type="button" class="button icon-only" disabled={at === chosen.length - 1} aria-label={`${known.get(id)?.title} later`} onClick={() => move(at, 1)}>
                  ↓
                </button>
                <button type="button" class="button icon-only" disabled={chosen.length === 1} aria-label={`Leave ${known.get(id)?.title} out`} onClick={() => choose(chosen.filter((other) => other !== id))}>
                  ×
                </button>
              </li>
            ))}
          </ol>
          <select
           
            aria-label="Add steps"
            value=""
            onChange={(e) => {
              const value = e.currentTarget.value;
              const more = value.startsWith("chapter:") ? course.filter((s) => s.chapter === value.slice(8)).map((s) => s.id) : [value];
              choose([...chosen, ...more.filter((id) => id && !chosen.includes(id))]);
              e.currentTarget.value = "";
            }}
          >
            <option value="">Add a step or a chapter…</option>
            {chapters.map((chapter) => (
              <optgroup key={chapter} label={chapter}>
                <option value={`chapter:${chapter}`}>All of {chapter}</option>
                {course
                  .filter((s) => s.chapter === chapter && !chosen.includes(s.id))
                  .map((s) => (
                    <option key={s.id} value={s.id}>
                      {s.label} {s.title}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </div>
      )}
    </fieldset>
  );
}
