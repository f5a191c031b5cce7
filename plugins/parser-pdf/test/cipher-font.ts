import { STROKES } from "@quarry/ocr/testing";

const UNITS = 100;

/** A font of capitals that draws each letter for another code, with no Unicode mapping or the given one. */
export class CipherFont {
  readonly #codeOf: (letter: number) => number;
  /** The font and its dependencies: objects numbered from 100000. */
  readonly objects: readonly string[];

  constructor(codeOf: (letter: number) => number, unicodeOf?: (letter: number) => number) {
    this.#codeOf = codeOf;
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const names = letters.map((_, at) => `/${100_002 + at} 0 R`);
    const differences = letters.map((letter, at) => `${this.#number(letter)} /g${at}`).join(" ");
    const procedures = letters.map((_, at) => `/g${at} ${names[at]!.slice(1)}`).join(" ");
    const widths = Array.from({ length: 256 }, () => 6 * UNITS).join(" ");
    const toUnicode = unicodeOf === undefined ? "" : "/ToUnicode 100001 0 R";
    this.objects = [
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 -100 600 700] /FontMatrix [0.0013 0 0 0.0013 0 0] /FirstChar 0 /LastChar 255 /Widths [${widths}] /Encoding << /Type /Encoding /Differences [${differences}] >> /CharProcs << ${procedures} >> /Resources << >> ${toUnicode} >>`,
      stream(letters.map((letter) => mapped(this.#number(letter), unicodeOf?.(letter.charCodeAt(0)) ?? 0)).join("\n")),
      ...letters.map((letter) => stream(`600 0 d0 90 w 1 J 1 j ${drawn(letter)}`)),
    ];
  }

  /** Returns the operand that shows a text. Blanks are drawn by moving the position. */
  shown(text: string): string {
    const words = text.split(" ").map((word) => `<${Buffer.from(this.code(word), "latin1").toString("hex")}>`);
    return `[${words.join(" -500 ")}] TJ`;
  }

  /** Returns the codes of letters as characters. */
  code = (word: string): string => String.fromCharCode(...[...word].map((letter) => this.#number(letter)));

  #number(letter: string): number {
    return this.#codeOf(letter.charCodeAt(0)) & 255;
  }
}

const mapped = (code: number, unicode: number): string =>
  `1 beginbfchar <${code.toString(16).padStart(2, "0")}> <${unicode.toString(16).padStart(4, "0")}> endbfchar`;

const drawn = (letter: string): string =>
  STROKES[letter]!.split("|")
    .map((stroke) => {
      const points = stroke.split(" ").map((point) => [Number(point[0]) * UNITS, (6 - Number(point[1])) * UNITS]);
      return `${points.map((point, at) => `${point.join(" ")} ${at === 0 ? "m" : "l"}`).join(" ")} S`;
    })
    .join(" ");

const stream = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
