import { describeValue } from "@quarry/plugin/domain";
import { WrongAnswer } from "../wrong-answer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reader for calls without a result. It drops any result. */
export const readNothing = (): void => undefined;

export const readObject = (value: unknown, label: string): Fields => {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new WrongAnswer(`${label} must be an object, it is ${describeValue(value)}`);
};

/** Validates an array of at most `maximum` items. */
export const readArray = (value: unknown, label: string, maximum: number): readonly unknown[] => {
  if (!Array.isArray(value)) throw new WrongAnswer(`${label} must be an array, it is ${describeValue(value)}`);
  if (value.length > maximum) throw new WrongAnswer(`${value.length} ${label}, the maximum is ${maximum}`);
  return value;
};

export const readCount = (value: unknown, maximum: number = Number.MAX_SAFE_INTEGER): number => {
  if (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= maximum) return value as number;
  const bound = maximum === Number.MAX_SAFE_INTEGER ? "" : ` of at most ${maximum}`;
  throw new WrongAnswer(`it must be a whole number${bound}, not below 0, it is ${describeValue(value)}`);
};

/** Checks that each id is one of the expected ids, and occurs once. */
export class ExpectedIds {
  readonly #remaining: Set<unknown>;

  constructor(requested: readonly string[]) {
    this.#remaining = new Set(requested);
  }

  take(id: unknown): string {
    if (this.#remaining.delete(id)) return id as string;
    throw new WrongAnswer(`the id ${describeValue(id)} was not requested, or returned twice`);
  }
}

/** Checks that each id occurs once. The ids are not known in advance. */
export class NewIds {
  readonly #seen = new Set<string>();

  take(id: unknown): string {
    if (typeof id !== "string" || id === "") throw new WrongAnswer(`${describeValue(id)} is not an id`);
    if (this.#seen.has(id)) throw new WrongAnswer(`the id ${describeValue(id)} was returned twice`);
    this.#seen.add(id);
    return id;
  }
}
