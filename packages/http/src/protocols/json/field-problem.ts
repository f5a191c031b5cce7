import { beyondExact, describeValue, invalidArgument, type DomainError } from "@quarry/plugin/domain";

/** A value that can't be decoded. The path grows from the inside out, so that no path text is built on success. */
export class FieldProblem extends Error {
  path = "";

  /** Puts a step before the path: a field name, or `[3]` for an index. */
  within(step: string): this {
    this.path = joinPath(step, this.path);
    return this;
  }

  /** `text` is what the value was read from. */
  toDomainError(text?: string): DomainError {
    const problem = this.problemIn(text);
    return invalidArgument(this.path === "" ? problem : `${this.path}: ${problem}`);
  }

  protected problemIn(_text: string | undefined): string {
    return this.message;
  }
}

/** An integer that may have been rounded when it was read; it is shown as it stands in the text. */
export class InexactInteger extends FieldProblem {
  readonly #value: number;

  constructor(value: number) {
    super(beyondExact(value));
    this.#value = value;
  }

  protected override problemIn(text: string | undefined): string {
    return beyondExact(this.#value, text);
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

/** Runs a decoder; a problem becomes the `invalid_argument` that the caller is told. `text` is what is decoded, as it came. */
export function refusingProblems<Value>(decode: () => Value, text?: () => string): Value {
  try {
    return decode();
  } catch (error) {
    throw error instanceof FieldProblem ? error.toDomainError(text?.()) : error;
  }
}
