import { useEffect, useState } from "react";
import { localTime } from "./time.tsx";

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always", style: "short" });

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** Formats the remaining time: "in 2 min."; for a past time "now". */
const timeUntil = (time: number, from: number): string => {
  const seconds = Math.round((time - from) / 1_000);
  const found = UNITS.find(([, size]) => seconds >= size);
  return found === undefined ? "now" : relative.format(Math.round(seconds / found[1]), found[0]);
};

const TICK_MS = 1_000;

/** Countdown to a future time. The full time appears on hover, and is machine-readable. */
export function DueTime({ value }: { readonly value: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={value} title={localTime(value)}>
      {timeUntil(Date.parse(value), now)}
    </time>
  );
}
