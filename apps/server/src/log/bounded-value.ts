import { type CleanText, MAX_TEXT_CHARACTERS } from "./bounded-text.ts";

/** Maximum number of values in all fields of a line: names, values and their content. */
const MAX_VALUES = 200;
const MAX_DEPTH = 6;

/** Maximum length of a stack: its first frames show the location. */
const MAX_STACK_CHARACTERS = 2 * MAX_TEXT_CHARACTERS;
const MAX_NAME_CHARACTERS = 100;
const MAX_CAUSES = 3;

/**
 * Converts the fields of a line to plain data of bounded size. The fields can be anything that foreign code threw or
 * logged: endless, or unreadable.
 */
export class BoundedValues {
  readonly #clean: CleanText;
  #left = MAX_VALUES;

  constructor(clean: CleanText) {
    this.#clean = clean;
  }

  of(value: unknown, depth = 0): unknown {
    if (typeof value === "string") return this.#clean(value);
    if (typeof value === "bigint") return this.#clean(String(value));
    if (typeof value !== "object" || value === null) return typeof value === "symbol" ? "a symbol" : value;
    if (this.#left <= 0 || depth > MAX_DEPTH) return "…";
    try {
      return this.#ofObject(value, depth);
    } catch {
      return "(unreadable)";
    }
  }

  /** Returns type, message and stack of an error and of its cause; no other properties. */
  error(error: unknown, depth = 0): unknown {
    if (!(error instanceof Error)) return this.of(error, depth);
    try {
      const { cause, message, stack } = error;
      return {
        type: this.#clean(String(error.constructor?.name ?? error.name), MAX_NAME_CHARACTERS),
        message: this.#clean(String(message)),
        stack: this.#clean(String(stack), MAX_STACK_CHARACTERS),
        ...this.#codes(error),
        ...(cause !== undefined && depth < MAX_CAUSES && { cause: this.error(cause, depth + 1) }),
      };
    } catch {
      return "(unreadable)";
    }
  }

  /** Returns the codes that distinguish errors of the same type. */
  #codes(error: Error): Record<string, unknown> {
    const { code, reason, errcode } = error as unknown as Record<string, unknown>;
    const codes = Object.entries({ code, reason, errcode });
    return Object.fromEntries(
      codes
        .filter(([, value]) => typeof value === "string" || typeof value === "number")
        .map(([name, value]) => [name, this.of(value)]),
    );
  }

  #ofObject(value: object, depth: number): unknown {
    if (value instanceof Error) return this.error(value, depth);
    const { toJSON } = value as { readonly toJSON?: unknown };
    if (typeof toJSON === "function") return this.of(toJSON.call(value), depth + 1);
    if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
    if (Array.isArray(value)) return this.#take(value.length, (index) => this.of(value[index], depth + 1));
    const fields: Record<string, unknown> = {};
    for (const name in value) {
      if (!Object.hasOwn(value, name)) continue;
      if (this.#left <= 0) {
        fields["…"] = "truncated";
        break;
      }
      this.#left -= 1;
      const cleanName = this.#clean(name, MAX_NAME_CHARACTERS);
      fields[cleanName] = this.of((value as Record<string, unknown>)[name], depth + 1);
    }
    return fields;
  }

  #take(length: number, at: (index: number) => unknown): readonly unknown[] {
    const items: unknown[] = [];
    for (let index = 0; index < length; index += 1) {
      if (this.#left <= 0) {
        items.push("…");
        break;
      }
      this.#left -= 1;
      items.push(at(index));
    }
    return items;
  }
}
