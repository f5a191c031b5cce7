import { failure } from "./acme-failure.ts";

/** Placeholder for a missing part. The README describes the part, and ends with the removal of this file. */
export const missing = (part: string, step: number): Promise<never> =>
  Promise.reject(failure("internal", `${part} is missing: README.md, step ${step}`));
