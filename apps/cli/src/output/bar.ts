const CELLS = 24;

/** Formats a progress bar: `[#####-----]  50 %`. */
export const bar = (percent: number): string => {
  const within = Math.min(100, Math.max(0, percent));
  const full = Math.round((within / 100) * CELLS);
  return `[${"#".repeat(full)}${"-".repeat(CELLS - full)}] ${String(Math.floor(within)).padStart(3)} %`;
};
