const whole = new Intl.NumberFormat("en");
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

const BYTES = ["B", "KB", "MB", "GB", "TB"];

const KILO = 1024;

/** Formats an integer: 12,345. */
export const formatCount = (value: number): string => whole.format(value);

/** Formats a number in compact form: 12.3K. */
export const formatCompact = (value: number): string => compact.format(value);

/** Formats bytes: 1.4 MB, in steps of 1,024. */
export const formatBytes = (bytes: number): string => {
  const power = bytes === 0 ? 0 : Math.min(BYTES.length - 1, Math.floor(Math.log(bytes) / Math.log(KILO)));
  const value = bytes / KILO ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${BYTES[power]}`;
};

/** Formats a duration: 850 ms, 3.2 s, 4 min. */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds < 1_000) return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3_600).toFixed(1)} h`;
};

/** Formats a score in [0, 1]: 0.734. */
export const formatScore = (score: number): string => score.toFixed(3);

/** Formats a share as a percentage: 12 %. */
export const formatShare = (share: number): string => `${(share * 100).toFixed(share < 0.1 && share > 0 ? 1 : 0)} %`;
