import { describeValue, invalidArgument, type DomainError } from "@quarry/plugin/domain";

/**
 * Error for a value that can't be decoded. Its path is built from the inside out, so successful decoding builds no path
 * text.
 */
export class FieldProblem extends Error {
  path = "";
  readonly #quoting: ((text: string) => string) | undefined;

  /** `quoting` returns the message with a quotation from the source of the value. Default: `message`. */
  constructor(message: string, quoting?: (text: string) => string) {
    super(message);
    this.#quoting = quoting;
  }

  /** Prepends a step to the path: a field name, or `[3]` for an index. */
  within(step: string): this {
    this.path = joinPath(step, this.path);
    return this;
  }

  /** Converts it to a DomainError. `text` is the source of the value. */
  toDomainError(text?: string): DomainError {
    const problem = text === undefined ? this.message : (this.#quoting?.(text) ?? this.message);
    return invalidArgument(this.path === "" ? problem : `${this.path}: ${problem}`);
  }
}

/** Builds a problem with the expectation and the actual value. */
export const mustBe = (expectation: string, value: unknown): FieldProblem =>
  new FieldProblem(`must be ${expectation}, got ${describeValue(value)}`);

/** Prepends a step to the path of a caught problem; returns other errors unchanged. */
export const withPathStep = (error: unknown, step: string): unknown =>
  error instanceof FieldProblem ? error.within(step) : error;

/** Joins two paths: `a` and `b` to `a.b`, `a` and `[3]` to `a[3]`. */
export const joinPath = (head: string, tail: string): string =>
  tail === "" || head === "" || tail.startsWith("[") ? head + tail : `${head}.${tail}`;

/**
 * Runs a decoder and converts a problem to the `invalid_argument` that the caller gets. `text` returns the source of
 * the value.
 */
export function refusingProblems<Value>(decode: () => Value, text?: () => string): Value {
  try {
    return decode();
  } catch (error) {
    throw error instanceof FieldProblem ? error.toDomainError(text?.()) : error;
  }
}
