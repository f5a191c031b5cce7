import { describeValue, invalidArgument, type DomainError } from "@quarry/plugin/domain";

/** A value that can't be decoded. The path grows from the inside out, so that no path text is built on success. */
export class FieldProblem extends Error {
  path = "";

  /** Puts a step before the path: a field name, or `[3]` for an index. */
  within(step: string): this {
    this.path = joinPath(step, this.path);
    return this;
  }

  toDomainError(): DomainError {
    return invalidArgument(this.path === "" ? this.message : `${this.path}: ${this.message}`);
  }
}

/** A problem that says what a value must be, and what came. */
export const mustBe = (expectation: string, value: unknown): FieldProblem =>
  new FieldProblem(`must be ${expectation}, got ${describeValue(value)}`);

/** Puts a step before the path of a caught problem; other errors pass unchanged. */
export const inPath = (error: unknown, step: string): unknown =>
  error instanceof FieldProblem ? error.within(step) : error;

/** `a` and `b` give `a.b`, `a` and `[3]` give `a[3]`. */
export const joinPath = (head: string, tail: string): string =>
  tail === "" || head === "" || tail.startsWith("[") ? head + tail : `${head}.${tail}`;

/** Runs a decoder; a problem becomes the `invalid_argument` that the caller is told. */
export function refusingProblems<Value>(decode: () => Value): Value {
  try {
    return decode();
  } catch (error) {
    throw error instanceof FieldProblem ? error.toDomainError() : error;
  }
}
