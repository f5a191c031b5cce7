import { isUtf8 } from "node:buffer";
import { fileTypeOf, UNKNOWN_FILE_TYPE } from "@quarry/plugin/domain";

/** Number of leading bytes of a file to inspect. */
const HEAD_BYTES = 4_096;

/** Passes bytes through and keeps the first ones. */
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

  /** Returns the type by the file name's extension; without a known one, PDF or plain text by the first bytes. */
  typeFor(filename: string, parsers: ReadonlyMap<string, unknown>): string {
    const named = fileTypeOf(filename, parsers);
    if (named !== undefined) return named;
    if (this.#head.subarray(0, 1_024).includes("%PDF-")) return "pdf";
    return this.#head.length > 0 && isText(this.#head) ? "txt" : UNKNOWN_FILE_TYPE;
  }
}

/** The last character can be truncated. */
const isText = (head: Buffer): boolean =>
  !head.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)));
