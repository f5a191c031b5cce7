/** Result of one check. */
export interface Finding {
  readonly check: string;
  /** A warning is not a problem yet; a skipped check could not run, or has nothing to check. */
  readonly status: "ok" | "warning" | "problem" | "skipped";
  readonly detail: string;
  /** How to fix it, in one sentence. */
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

/** Returns the message of any thrown value, on one line. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .split("\n", 100)
    .map((line) => line.trim())
    .join(" ");
