import type { ChartData, ChartStyle } from "./series.ts";

const HOUR_AND_MINUTE = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

const WITH_SECONDS = new Intl.DateTimeFormat(undefined, { timeStyle: "medium", hourCycle: "h23" });

const MINUTE_MS = 60_000;

/** Default time format of charts. */
export const hourAndMinute = (time: number): string => HOUR_AND_MINUTE.format(time);

/** Returns the time format of a chart's points. It includes seconds if a minute has several points. */
export const momentFormat = ({ times }: ChartData, { formatTime }: ChartStyle): ((time: number) => string) => {
  const isFine = times.length > 1 && times[1]! - times[0]! < MINUTE_MS;
  return formatTime ?? (isFine ? (time) => WITH_SECONDS.format(time) : hourAndMinute);
};
