// How long ago something was.

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** A time in the past in words, e.g. "5 minutes ago". */
export function ago(time: number): string {
  const minutes = Math.round((time - Date.now()) / 60_000);
  if (minutes > -1) return "just now";
  if (minutes > -60) return relative.format(minutes, "minute");
  if (minutes > -24 * 60) return relative.format(Math.round(minutes / 60), "hour");
  return relative.format(Math.round(minutes / 60 / 24), "day");
}
