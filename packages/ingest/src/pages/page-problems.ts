import { conflict, describeValue, DomainError, unavailable } from "@quarry/plugin/domain";
import type { DocumentRecord } from "@quarry/store";
import { ParseFailure } from "../parse/parse-failure.ts";

/** Milliseconds for which a page is not retried after its parser rejected the file. */
const REMEMBERED_MS = 600_000;

/** Reasons that depend only on the file, not on the load of the machine. */
const OF_THE_FILE: ReadonlySet<ParseFailure["reason"]> = new Set(["encrypted", "corrupt", "wrong_type", "empty"]);

/**
 * Same for a page that used up its time or memory, or crashed its worker. High load can be the cause, so it is retried
 * soon. A caller that requests it all the time keeps one worker busy at most half the time.
 */
const REMEMBERED_AFTER_LOAD_MS = 20_000;

const MAX_REMEMBERED = 1_000;

/** Returns the caller's error for a page that can't be rendered. */
export const pageProblem = (error: unknown, document: DocumentRecord, page: number): DomainError => {
  if (error instanceof DomainError) return error;
  const which = `page ${page} of document ${describeValue(document.id)} can't be shown`;
  if (!(error instanceof ParseFailure))
    return new DomainError({ code: "internal", message: `${which}: ${String(error)}` });
  switch (error.reason) {
    case "unavailable":
      return unavailable(`${which} at the moment: ${error.message}`);
    case "time":
      return conflict(`${which}: rendering it takes too long`);
    case "memory":
      return conflict(`${which}: rendering it takes too much memory`);
    case "crash":
      return conflict(`${which}: the file may be damaged`);
    default:
      return conflict(`${which}: ${error.message}`);
  }
};

/** Negative cache of pages that can't be rendered. */
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

  /** Caches a failure, unless the call was cancelled or the parser is unavailable. */
  remember(key: string, error: unknown, problem: DomainError): void {
    if (!(error instanceof ParseFailure) || error.reason === "unavailable") return;
    if (this.#problems.size >= MAX_REMEMBERED) this.#problems.delete(this.#problems.keys().next().value!);
    const rememberedMs = OF_THE_FILE.has(error.reason) ? REMEMBERED_MS : REMEMBERED_AFTER_LOAD_MS;
    this.#problems.set(key, { problem, until: this.#now() + rememberedMs });
  }
}
