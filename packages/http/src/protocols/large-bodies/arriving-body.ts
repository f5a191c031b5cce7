import { randomUUID } from "node:crypto";
import type { Message } from "@bufbuild/protobuf";
import { checkJsonText, parseJsonBody } from "../json/parse-json.ts";
import type { BodyPlan } from "./body-plan.ts";
import { BodyScanner, type NumberArraySpan } from "./body-scanner.ts";

/**
 * JSON body that is scanned while it arrives and decoded when it is complete. Returns and throws exactly the same as
 * its plan's `decodeWhole`, but the numbers of vectors never become JavaScript values.
 */
export class ArrivingBody {
  readonly #plan: BodyPlan;
  readonly #bytes: Uint8Array;
  readonly #scanner: BodyScanner;

  /** `bytes` is the memory that the body is written to; it is not changed here. */
  constructor(plan: BodyPlan, bytes: Uint8Array) {
    this.#plan = plan;
    this.#bytes = bytes;
    this.#scanner = new BodyScanner(bytes, plan.vectorKeys);
  }

  /** Memory of the decoded message's vectors, unless the body was decoded as a whole. */
  get memory(): ArrayBuffer {
    return this.#scanner.numbers.buffer;
  }

  /** Scans the new bytes up to `end` as they arrive, which leaves less to do at the end. */
  advance(end: number): void {
    // Scanning gains nothing without vectors.
    if (this.#plan.lists.length > 0) this.#scanner.advance(end);
  }

  /** Decodes the complete body, which ends at `end`. */
  decode(end: number): Message {
    this.advance(end);
    const whole = this.#bytes.subarray(0, end);
    const { arrays, isExceeded } = this.#scanner;
    if (arrays.length === 0 || isExceeded) return this.#plan.decodeWhole(whole);
    // `#decodeAround` throws if anything but the vectors exceeds the limits. Decoding the whole body only serves to
    // report what is wrong.
    return this.#decodeAround(end) ?? this.#plan.decodeWhole(whole, Infinity);
  }

  /**
   * Decodes the body with each found array replaced by an unguessable placeholder, and inserts the arrays afterwards.
   * Returns undefined on any error: error messages contain positions in the whole text, so the whole body is then
   * decoded.
   */
  #decodeAround(end: number): Message | undefined {
    const { arrays, numbers } = this.#scanner;
    const nonce = randomUUID();
    const text = this.#textAround(arrays, nonce, end);
    checkJsonText(text, this.#plan.maxValues);
    try {
      const json = parseJsonBody(text, this.#plan.maxValues);
      this.#insertNumbers(json, arrays, numbers, nonce);
      return this.#plan.fromJson(json);
    } catch {
      return undefined;
    }
  }

  #textAround(arrays: readonly NumberArraySpan[], nonce: string, end: number): Uint8Array {
    const parts: Uint8Array[] = [];
    let at = 0;
    for (const [index, { start, end: after }] of arrays.entries()) {
      parts.push(this.#bytes.subarray(at, start), Buffer.from(`"${nonce}${index}"`));
      at = after;
    }
    parts.push(this.#bytes.subarray(at, end));
    return Buffer.concat(parts);
  }

  #insertNumbers(json: unknown, arrays: readonly NumberArraySpan[], numbers: Float32Array, nonce: string): void {
    for (const { list, vectors } of this.#plan.lists) {
      for (const item of (json as Record<string, Record<string, unknown>[]>)[list.name] ?? []) {
        for (const { name: vectorName } of vectors) {
          const value = item[vectorName];
          if (typeof value !== "string" || !value.startsWith(nonce)) continue;
          const { first, last } = arrays[Number(value.slice(nonce.length))]!;
          item[vectorName] = numbers.subarray(first, last);
        }
      }
    }
  }
}
