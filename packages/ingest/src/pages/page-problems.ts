import { conflict, describeValue, DomainError, unavailable } from "@quarry/plugin/domain";
import type { DocumentRecord } from "@quarry/store";
import { ParseFailure } from "../parse/parse-failure.ts";

/** Milliseconds for which a page is not tried again after its parser refused the file. */
const REMEMBERED_MS = 600_000;

/** Reasons that lie in the file alone, however busy the machine is. */
const OF_THE_FILE: ReadonlySet<ParseFailure["reason"]> = new Set(["encrypted", "corrupt", "wrong_type", "empty"]);

/**
 * The same for a page that took all its time or memory, or ended its worker. Load may have caused that, so it is tried
 * again soon; a caller that requests it all the time keeps one worker busy no more than half the time.
 */
const REMEMBERED_AFTER_LOAD_MS = 20_000;

const MAX_REMEMBERED = 1_000;

/** Error that a caller gets for a page that can't be shown. */
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
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  of(key: string): DomainError | undefined {
    const remembered = this.#problems.get(key);
    if (remembered === undefined || remembered.until > this.#now()) return remembered?.problem;
    this.#problems.delete(key);
    return undefined;
  }

  /** Remembers a failure, but none of a call that was cancelled, or of a parser that is unavailable. */
  remember(key: string, error: unknown, problem: DomainError): void {
    if (!(error instanceof ParseFailure) || error.reason === "unavailable") return;
    if (this.#problems.size >= MAX_REMEMBERED) this.#problems.delete(this.#problems.keys().next().value!);
    const rememberedMs = OF_THE_FILE.has(error.reason) ? REMEMBERED_MS : REMEMBERED_AFTER_LOAD_MS;
    this.#problems.set(key, { problem, until: this.#now() + rememberedMs });
  }
}
