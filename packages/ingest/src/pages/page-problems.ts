import { conflict, describeValue, DomainError, unavailable } from "@quarry/plugin/domain";
import type { DocumentRecord } from "@quarry/store";
import { ParseFailure } from "../parse/parse-failure.ts";

/** How long a page that took all its time or memory is not tried again: whoever asks for it again and again keeps no worker busy. */
const REMEMBERED_MS = 600_000;
const MAX_REMEMBERED = 1_000;

/** What a caller is told about a page that can't be shown. */
export const pageProblem = (error: unknown, document: DocumentRecord, page: number): DomainError => {
  if (error instanceof DomainError) return error;
  const which = `page ${page} of document ${describeValue(document.id)} can't be shown`;
  if (!(error instanceof ParseFailure))
    return new DomainError({ code: "internal", message: `${which}: ${String(error)}` });
  switch (error.reason) {
    case "unavailable":
      return unavailable(`${which} at the moment: ${error.message}`);
    case "time":
      return conflict(`${which}: drawing it takes too long`);
    case "memory":
      return conflict(`${which}: drawing it takes too much memory`);
    case "crash":
      return conflict(`${which}: the file may be damaged`);
    default:
      return conflict(`${which}: ${error.message}`);
  }
};

/** Pages that can't be shown, for a while. */
export class RememberedProblems {
  readonly #problems = new Map<string, { readonly problem: DomainError; readonly until: number }>();

  of(key: string): DomainError | undefined {
    const remembered = this.#problems.get(key);
    if (remembered === undefined || remembered.until > Date.now()) return remembered?.problem;
    this.#problems.delete(key);
    return undefined;
  }

  /** What comes of the file alone; of what the machine lacks at the moment nothing is kept. */
  remember(key: string, error: unknown, problem: DomainError): void {
    if (!(error instanceof ParseFailure) || error.reason === "unavailable") return;
    if (this.#problems.size >= MAX_REMEMBERED) this.#problems.delete(this.#problems.keys().next().value!);
    this.#problems.set(key, { problem, until: Date.now() + REMEMBERED_MS });
  }
}
