const UNIT_BYTES = 4;
const REPLACEMENT = 0xfffd;
const BYTE_ORDER_MARK = 0xfeff;
/** Characters per call: `String.fromCodePoint` takes its arguments from the stack. */
const MAX_ARGUMENTS = 8_192;

/** Decodes UTF-32, which `TextDecoder` does not support, as a `TextStreamDecoder`. */
export class Utf32Decoder {
  readonly #isLittleEndian: boolean;
  #rest: Uint8Array = new Uint8Array();
  #isAtStart = true;

  constructor(encoding: "utf-32le" | "utf-32be") {
    this.#isLittleEndian = encoding === "utf-32le";
  }

  decode(bytes?: Uint8Array): string {
    if (bytes === undefined) return this.#end();
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const usableBytes = all.length - (all.length % UNIT_BYTES);
    this.#rest = Uint8Array.from(all.subarray(usableBytes));
    const view = new DataView(all.buffer, all.byteOffset, usableBytes);
    let text = "";
    for (let start = 0; start < usableBytes; start += MAX_ARGUMENTS * UNIT_BYTES) {
      text += this.#decodeUnits(view, start, Math.min(usableBytes, start + MAX_ARGUMENTS * UNIT_BYTES));
    }
    return text;
  }

  #decodeUnits(view: DataView, start: number, end: number): string {
    const codes: number[] = [];
    for (let at = start; at < end; at += UNIT_BYTES) {
      const code = view.getUint32(at, this.#isLittleEndian);
      if (!(this.#isAtStart && code === BYTE_ORDER_MARK)) codes.push(isCharacter(code) ? code : REPLACEMENT);
      this.#isAtStart = false;
    }
    return String.fromCodePoint(...codes);
  }

  #end(): string {
    const isCutOff = this.#rest.length > 0;
    this.#rest = new Uint8Array();
    return isCutOff ? String.fromCodePoint(REPLACEMENT) : "";
  }
}

const isCharacter = (code: number): boolean => code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
