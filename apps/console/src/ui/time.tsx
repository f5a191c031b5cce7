import { useSyncExternalStore } from "react";

const absolute = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Refresh interval of relative times such as "2 minutes ago", shared by all of them. */
const TICK_MS = 15_000;

let now = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  for (const listener of listeners) listener();
}, TICK_MS);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Formats a past time: "3 min. ago", by the reader's clock. */
const timeAgo = (time: number, from = Date.now()): string => {
  const seconds = (time - from) / 1000;
  const found = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (found === undefined) return Math.abs(seconds) < 20 ? "just now" : relative.format(Math.round(seconds), "second");
  return relative.format(Math.round(seconds / found[1]), found[0]);
};

/** Formats a time in the reader's time zone. */
export const localTime = (time: string | number): string => absolute.format(new Date(time));

export interface TimeProps {
  /** ISO 8601, or epoch milliseconds. */
  readonly value: string | number;
  /** Whether the full time is shown instead of "3 min. ago". */
  readonly isAbsolute?: boolean;
}

/** Time relative to now. The full time appears on hover, and is machine-readable. */
export function Time({ value, isAbsolute = false }: TimeProps) {
  const from = useSyncExternalStore(subscribe, () => now);
  const date = new Date(value);
  const whole = absolute.format(date);
  return (
    <time dateTime={date.toISOString()} title={whole}>
      {isAbsolute ? whole : timeAgo(date.getTime(), Math.max(from, date.getTime()))}
    </time>
  );
}
