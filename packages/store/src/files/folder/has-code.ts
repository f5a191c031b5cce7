/** Whether an error of `node:fs` has this code, e.g. ENOENT. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
