import { randomUUID } from "node:crypto";
import { type DescField, type DescMessage, getOption, type Message } from "@bufbuild/protobuf";
import { float32_array } from "@quarry/api";
import { bodyDecoder } from "../json/message-decoder.ts";
import { parseJsonBody } from "../json/parse-json.ts";
import { decodeJsonBody } from "../rest/request-reader.ts";
import { BodyScanner, type FoundNumbers } from "./body-scanner.ts";

/** A list of messages some of whose fields are vectors. */
interface VectorList {
  readonly name: string;
  readonly vectorNames: readonly string[];
}

const vectorListsOf = (input: DescMessage, pathFields: readonly string[]): readonly VectorList[] =>
  input.fields
    .filter((field) => field.fieldKind === "list" && !pathFields.includes(field.name))
    .map((field) => ({ name: field.name, vectorNames: (field.message?.fields ?? []).filter(isVector).map(nameOf) }))
    .filter(({ vectorNames }) => vectorNames.length > 0);

const isVector = (field: DescField): boolean => field.fieldKind === "scalar" && getOption(field, float32_array);
const nameOf = ({ name }: DescField): string => name;

/**
 * A JSON body that is read while it arrives, and decoded when it is there. Gives and throws just what `decodeJsonBody`
 * does; only the numbers of vectors never become JavaScript values.
 */
export class ArrivingBody {
  readonly #input: DescMessage;
  readonly #bytes: Uint8Array;
  readonly #pathFields: readonly string[];
  readonly #lists: readonly VectorList[];
  readonly #scanner: BodyScanner;

  /** `bytes` is the memory that the body arrives in; it is not changed. */
  constructor(input: DescMessage, bytes: Uint8Array, pathFields: readonly string[]) {
    this.#input = input;
    this.#bytes = bytes;
    this.#pathFields = pathFields;
    this.#lists = vectorListsOf(input, pathFields);
    this.#scanner = new BodyScanner(
      bytes,
      this.#lists.flatMap(({ vectorNames }) => vectorNames),
    );
  }

  /** Where the vectors of the decoded message are, unless it took the long way. */
  get memory(): ArrayBuffer {
    return this.#scanner.numbers.buffer;
  }

  /** The body is there up to `end`: reads what is new, to have less to do at the end. */
  advance(end: number): void {
    // Without vectors there is nothing to gain.
    if (this.#lists.length > 0) this.#scanner.advance(end);
  }

  /** The body is there, up to `end`. */
  decode(end: number): Message {
    this.advance(end);
    return this.#decodeAround(end) ?? decodeJsonBody(this.#input, this.#bytes.subarray(0, end), this.#pathFields);
  }

  /**
   * Decodes the body with each array that was found replaced by a name that nobody can guess, and puts the arrays in
   * place afterwards. Undefined when there is none, and when there is anything wrong: positions in messages are those of
   * the whole text, so that it is read as a whole then.
   */
  #decodeAround(end: number): Message | undefined {
    const { found, numbers, isExceeded } = this.#scanner;
    if (found.length === 0 || isExceeded) return undefined;
    const nonce = randomUUID();
    try {
      const json = parseJsonBody(this.#textAround(found, nonce, end));
      this.#putInPlace(json, found, numbers, nonce);
      return bodyDecoder(this.#input, ...this.#pathFields)(json);
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

  #putInPlace(json: unknown, found: readonly FoundNumbers[], numbers: Float32Array, nonce: string): void {
    for (const { name, vectorNames } of this.#lists) {
      for (const item of (json as Record<string, Record<string, unknown>[]>)[name] ?? []) {
        for (const vectorName of vectorNames) {
          const value = item[vectorName];
          if (typeof value !== "string" || !value.startsWith(nonce)) continue;
          const { first, last } = found[Number(value.slice(nonce.length))]!;
          item[vectorName] = numbers.subarray(first, last);
        }
      }
    }
  }
}
