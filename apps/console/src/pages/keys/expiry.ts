/** Choice for the expiry of a key. */
export type ExpiryChoice = "never" | "days30" | "days90" | "year" | "date";

const DAY_MS = 86_400_000;

const DAYS: Readonly<Record<Exclude<ExpiryChoice, "never" | "date">, number>> = { days30: 30, days90: 90, year: 365 };

export interface Expiry {
  /** Undefined for no expiry, and for an invalid day. */
  readonly at: Date | undefined;
  readonly isWrong: boolean;
}

/**
 * Returns the expiry of a key. `day` is `2026-12-31` in the reader's time zone; the key is valid until the end of that
 * day.
 */
export const expiryOf = (choice: ExpiryChoice, day: string, now = new Date()): Expiry => {
  if (choice === "never") return { at: undefined, isWrong: false };
  if (choice !== "date") return { at: new Date(now.getTime() + DAYS[choice] * DAY_MS), isWrong: false };
  const [year, month, date] = day.split("-").map(Number);
  const at = new Date(year ?? Number.NaN, (month ?? Number.NaN) - 1, (date ?? Number.NaN) + 1);
  return at.getTime() > now.getTime() ? { at, isWrong: false } : { at: undefined, isWrong: true };
};
