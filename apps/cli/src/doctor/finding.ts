/** What one check found. */
export interface Finding {
  readonly check: string;
  /** A warning is no problem yet; what was skipped could not be looked at, or has nothing to look at. */
  readonly status: "ok" | "warning" | "problem" | "skipped";
  readonly detail: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export const ok = (check: string, detail: string): Finding => ({ check, status: "ok", detail });

export const skipped = (check: string, detail: string): Finding => ({ check, status: "skipped", detail });

export const warning = (check: string, detail: string, remedy: string): Finding => ({
  check,
  status: "warning",
  detail,
  remedy,
});

export const problem = (check: string, detail: string, remedy: string): Finding => ({
  check,
  status: "problem",
  detail,
  remedy,
});

/** The words of whatever was thrown, on one line. */
export const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .split("\n", 100)
    .map((line) => line.trim())
    .join(" ");
