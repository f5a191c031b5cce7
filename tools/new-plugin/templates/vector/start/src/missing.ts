import { failure } from "./acme-failure.ts";

/** Stands where a part is still to be written; the README says what belongs there, and ends with removing this file. */
export const missing = (part: string, step: number): Promise<never> =>
  Promise.reject(failure("internal", `${part} is missing: README.md, step ${step}`));
