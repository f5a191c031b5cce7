import { describeValue } from "@quarry/plugin/domain";
import { WrongAnswer } from "../wrong-answer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reader for calls without a result: any answer is dropped. */
export const readNothing = (): void => undefined;

export const readObject = (value: unknown, what: string): Fields => {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new WrongAnswer(`${what} must be an object, it is ${describeValue(value)}`);
};

/** Validates an array of at most `most` items. */
export const readArray = (value: unknown, what: string, most: number): readonly unknown[] => {
  if (!Array.isArray(value)) throw new WrongAnswer(`${what} must be an array, it is ${describeValue(value)}`);
  if (value.length > most) throw new WrongAnswer(`${value.length} ${what}, where ${most} is the most`);
  return value;
};

export const readCount = (value: unknown, most: number = Number.MAX_SAFE_INTEGER): number => {
  if (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most) return value as number;
  const bound = most === Number.MAX_SAFE_INTEGER ? "" : ` of at most ${most}`;
  throw new WrongAnswer(`it must be a whole number${bound}, not below 0, it is ${describeValue(value)}`);
};

/** Ids that may come, each once. */
export class ExpectedIds {
  readonly #left: Set<unknown>;

  constructor(requested: readonly string[]) {
    this.#left = new Set(requested);
  }

  take(id: unknown): string {
    if (this.#left.delete(id)) return id as string;
    throw new WrongAnswer(`the id ${describeValue(id)} was not asked for, or came twice`);
  }
}

/** Ids that nobody knows beforehand, each once. */
export class NewIds {
  readonly #seen = new Set<string>();

  take(id: unknown): string {
    if (typeof id !== "string" || id === "") throw new WrongAnswer(`${describeValue(id)} is no id`);
    if (this.#seen.has(id)) throw new WrongAnswer(`the id ${describeValue(id)} came twice`);
    this.#seen.add(id);
    return id;
  }
}
