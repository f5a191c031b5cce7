import { randomUUID } from "node:crypto";
import type { Message } from "@bufbuild/protobuf";
import { checkJsonText, parseJsonBody } from "../json/parse-json.ts";
import type { BodyPlan } from "./body-plan.ts";
import { BodyScanner, type FoundNumbers } from "./body-scanner.ts";

/**
 * A JSON body that is read while it arrives, and decoded when it is there. Gives and throws just what
 * `decodeWhole` of its plan does; only the numbers of vectors never become JavaScript values.
 */
export class ArrivingBody {
  readonly #plan: BodyPlan;
  readonly #bytes: Uint8Array;
  readonly #scanner: BodyScanner;

  /** `bytes` is the memory that the body arrives in; it is not changed. */
  constructor(plan: BodyPlan, bytes: Uint8Array) {
    this.#plan = plan;
    this.#bytes = bytes;
    this.#scanner = new BodyScanner(bytes, plan.vectorKeys);
  }

  /** Where the vectors of the decoded message are, unless it took the long way. */
  get memory(): ArrayBuffer {
    return this.#scanner.numbers.buffer;
  }

  /** The body is there up to `end`: reads what is new, to have less to do at the end. */
  advance(end: number): void {
    // Without vectors there is nothing to gain.
    if (this.#plan.lists.length > 0) this.#scanner.advance(end);
  }

  /** The body is there, up to `end`. */
  decode(end: number): Message {
    this.advance(end);
    const whole = this.#bytes.subarray(0, end);
    const { found, isExceeded } = this.#scanner;
    if (found.length === 0 || isExceeded) return this.#plan.decodeWhole(whole);
    // All but the vectors is within bounds, or that is said here; so the long way is only taken to say what is wrong.
    return this.#decodeAround(end) ?? this.#plan.decodeWhole(whole, Infinity);
  }

  /**
   * Decodes the body with each array that was found replaced by a name that nobody can guess, and puts the arrays in
   * place afterwards. Undefined when there is anything wrong: positions in messages are those of the whole text, so that it
   * is read as a whole then.
   */
  #decodeAround(end: number): Message | undefined {
    const { found, numbers } = this.#scanner;
    const nonce = randomUUID();
    const text = this.#textAround(found, nonce, end);
    checkJsonText(text, this.#plan.maxValues);
    try {
      const json = parseJsonBody(text, this.#plan.maxValues);
      this.#insertNumbers(json, found, numbers, nonce);
      return this.#plan.fromJson(json);
    } catch {
      return undefined;
    }
  }

  #textAround(found: readonly FoundNumbers[], nonce: string, end: number): Uint8Array {
    const parts: Uint8Array[] = [];
    let at = 0;
    for (const [index, { start, end: after }] of found.entries()) {
      parts.push(this.#bytes.subarray(at, start), Buffer.from(`"${nonce}${index}"`));
      at = after;
    }
    parts.push(this.#bytes.subarray(at, end));
    return Buffer.concat(parts);
  }

  #insertNumbers(json: unknown, found: readonly FoundNumbers[], numbers: Float32Array, nonce: string): void {
    for (const { list, vectors } of this.#plan.lists) {
      for (const item of (json as Record<string, Record<string, unknown>[]>)[list.name] ?? []) {
        for (const { name: vectorName } of vectors) {
          const value = item[vectorName];
          if (typeof value !== "string" || !value.startsWith(nonce)) continue;
          const { first, last } = found[Number(value.slice(nonce.length))]!;
          item[vectorName] = numbers.subarray(first, last);
        }
      }
    }
  }
}
