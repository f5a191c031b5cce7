import { isUtf8 } from "node:buffer";
import { fileTypeOf, UNKNOWN_FILE_TYPE } from "@quarry/plugin/domain";

/** Bytes at a file's beginning that are looked at. */
const HEAD_BYTES = 4_096;

/** Bytes as they come, with the first of them kept. */
export class HeadedBytes {
  #head = Buffer.alloc(0);
  readonly #bytes: AsyncIterable<Uint8Array>;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#bytes = bytes;
  }

  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const buffer of this.#bytes) {
      if (this.#head.length < HEAD_BYTES) {
        this.#head = Buffer.concat([this.#head, buffer.subarray(0, HEAD_BYTES - this.#head.length)]);
      }
      yield buffer;
    }
  }

  /** The type by the name's extension; where that says none, PDF or plain text by the first bytes. */
  typeFor(filename: string, parsers: ReadonlyMap<string, unknown>): string {
    const named = fileTypeOf(filename, parsers);
    if (named !== undefined) return named;
    if (this.#head.subarray(0, 1_024).includes("%PDF-")) return "pdf";
    return this.#head.length > 0 && isText(this.#head) ? "txt" : UNKNOWN_FILE_TYPE;
  }
}

/** A character may be cut at the end. */
const isText = (head: Buffer): boolean =>
  !head.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)));
