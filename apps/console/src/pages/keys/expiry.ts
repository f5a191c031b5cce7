/** Choice for the expiry of a key. */
export type ExpiryChoice = "never" | "days30" | "days90" | "year" | "date";

const DAY_MS = 86_400_000;

const DAYS: Readonly<Record<Exclude<ExpiryChoice, "never" | "date">, number>> = { days30: 30, days90: 90, year: 365 };

export interface Expiry {
  /** Undefined for never, and for a day that can't be one. */
  readonly at: Date | undefined;
  readonly isWrong: boolean;
}

/** When a key of this choice ends. `day` is `2026-12-31`, by the reader's clock; the key lives to its end. */
export const expiryOf = (choice: ExpiryChoice, day: string, now = new Date()): Expiry => {
  if (choice === "never") return { at: undefined, isWrong: false };
  if (choice !== "date") return { at: new Date(now.getTime() + DAYS[choice] * DAY_MS), isWrong: false };
  const [year, month, date] = day.split("-").map(Number);
  const at = new Date(year ?? Number.NaN, (month ?? Number.NaN) - 1, (date ?? Number.NaN) + 1);
  return at.getTime() > now.getTime() ? { at, isWrong: false } : { at: undefined, isWrong: true };
};
