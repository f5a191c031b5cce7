import { inGroup } from "./hostile-file.ts";

const SENTENCE = "The bottom of the well is dry.";
const MEGABYTE = 1_048_576;

const noise = (bytes: number): Buffer => {
  const noisy = Buffer.alloc(bytes);
  let state = 7;
  for (let index = 0; index < bytes; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    noisy[index] = state >>> 16;
  }
  return noisy;
};

const invalidUtf8 = (fileType: string): Buffer =>
  Buffer.concat(
    Array.from({ length: 50 }, () =>
      Buffer.concat([
        Buffer.from(`${SENTENCE} `),
        Buffer.from([0xc0, 0xaf, 0xed, 0xa0, 0x80, 0xf5, 0x80, 0xff, 0xe2, 0x82]),
        Buffer.from(fileType === "csv" ? "\n" : " "),
      ]),
    ),
  );

/** Lone halves of pairs, in UTF-16. */
const loneSurrogates = (): Buffer => Buffer.from(`\ufeff${`${SENTENCE} \ud800 \udc00 `.repeat(100)}`, "utf16le");

/** Text that is no text, or too much of one kind. */
export const texts = inGroup("text", [
  ...["txt", "md", "csv", "tsv", "html"].map((fileType) => ({
    what: `${fileType} with bytes that are no UTF-8`,
    filename: `invalid.${fileType}`,
    make: () => invalidUtf8(fileType),
    ends: "ready" as const,
    quick: true,
  })),
  ...["xml", "json"].map((fileType) => ({
    what: `${fileType} with bytes that are no UTF-8`,
    filename: `invalid.${fileType}`,
    make: () =>
      fileType === "xml"
        ? Buffer.concat([Buffer.from("<a>"), invalidUtf8("xml"), Buffer.from("</a>")])
        : Buffer.concat([Buffer.from('["'), invalidUtf8("json"), Buffer.from('"]')]),
    ends: "either" as const,
    quick: true,
  })),
  ...["txt", "md", "csv", "html", "xml", "json"].map((fileType) => ({
    what: `100 kB of noise called .${fileType}`,
    filename: `noise.${fileType}`,
    make: () => noise(100_000),
    ends: "failed" as const,
    message: /./,
    quick: true,
  })),
  { what: "txt of lone surrogates", filename: "surrogates.txt", make: loneSurrogates, ends: "ready", quick: true },
  {
    what: "txt of NUL characters alone",
    filename: "nul.txt",
    make: () => Buffer.alloc(MEGABYTE),
    ends: "failed",
    message: /./,
    quick: true,
  },
  {
    what: "txt that is only a byte-order mark",
    filename: "mark.txt",
    make: () => Buffer.from([0xef, 0xbb, 0xbf]),
    ends: "failed",
    message: /no text|empty/,
    quick: true,
  },
  {
    what: "txt that is half of a character",
    filename: "half.txt",
    make: () => Buffer.from([0xe6, 0xb0]),
    ends: "either",
    quick: true,
  },
  {
    what: "txt of one word of 100 MB",
    filename: "word.txt",
    make: () => Buffer.alloc(100_000_000, "x"),
    ends: "either",
  },
  {
    what: "txt of 50 million empty lines",
    filename: "lines.txt",
    make: () => Buffer.concat([Buffer.from(SENTENCE), Buffer.alloc(50_000_000, "\n"), Buffer.from(SENTENCE)]),
    ends: "either",
  },
  {
    what: "txt of 20 million form feeds",
    filename: "feeds.txt",
    make: () => Buffer.concat([Buffer.from(SENTENCE), Buffer.alloc(20_000_000, "\f"), Buffer.from(SENTENCE)]),
    ends: "either",
  },
  {
    what: "txt of a letter with a million accents",
    filename: "accents.txt",
    make: () => Buffer.from(`${SENTENCE} e${"\u0301".repeat(1_000_000)}`),
    ends: "ready",
    quick: true,
  },
  {
    what: "txt of marks that turn the direction of text",
    filename: "direction.txt",
    make: () => Buffer.from(`${SENTENCE} ${"\u202e\u2066".repeat(100_000)}`),
    ends: "ready",
    quick: true,
  },
  {
    what: "txt of escape sequences",
    filename: "escape.txt",
    make: () => Buffer.from(`${SENTENCE} ${"\x1b[31m\x1b]0;title\x07".repeat(1_000)}`),
    ends: "either",
    quick: true,
  },
  {
    what: "txt of a million emoji with joiners",
    filename: "emoji.txt",
    make: () => Buffer.from("👩‍👩‍👧‍👦".repeat(100_000)),
    ends: "either",
    quick: true,
  },
  {
    what: "json of one string of 20 MB",
    filename: "string.json",
    make: () => Buffer.concat([Buffer.from('["'), Buffer.alloc(20_000_000, "a few words "), Buffer.from('"]')]),
    ends: "either",
  },
  {
    what: "json of a million keys",
    filename: "keys.json",
    make: () => Buffer.from(`{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":${index}`).join(",")}}`),
    ends: "either",
  },
  {
    what: "json with keys of the object's own machinery",
    filename: "proto.json",
    make: () =>
      Buffer.from(
        `{"__proto__":{"polluted":"${SENTENCE}"},"constructor":{"prototype":{"a":"b"}},"toString":"x","hasOwnProperty":1}`,
      ),
    ends: "ready",
    quick: true,
  },
  {
    what: "json of a number with a million digits",
    filename: "number.json",
    make: () => Buffer.from(`{"a":"${SENTENCE}","n":${"9".repeat(1_000_000)}}`),
    ends: "either",
    quick: true,
  },
  {
    what: "json with lone surrogates and controls",
    filename: "surrogates.json",
    make: () => Buffer.from(`{"a":"${SENTENCE} \\ud800 \\u0000 \\udfff"}`),
    ends: "ready",
    quick: true,
  },
  {
    what: "json of two documents",
    filename: "two.json",
    make: () => Buffer.from(`{"a":"${SENTENCE}"}{"b":2}`),
    ends: "either",
    quick: true,
  },
  {
    what: "md of 500,000 backticks",
    filename: "ticks.md",
    make: () => Buffer.from(Array.from({ length: 1_000 }, (_, index) => `${"`".repeat(index)}a`).join("")),
    ends: "either",
    quick: true,
  },
  {
    what: "md of a table of 10,000 columns",
    filename: "columns.md",
    make: () => Buffer.from(`${"|a".repeat(10_000)}|\n${"|-".repeat(10_000)}|\n${"|1".repeat(10_000)}|\n`),
    ends: "either",
    quick: true,
  },
  {
    what: "md of 100,000 reference definitions",
    filename: "references.md",
    make: () =>
      Buffer.from(`${SENTENCE}\n\n${Array.from({ length: 100_000 }, (_, index) => `[${index}]: /x`).join("\n")}`),
    ends: "either",
  },
  {
    what: "md of 100,000 less-than signs",
    filename: "less.md",
    make: () => Buffer.from(`${SENTENCE}\n\n${"<".repeat(100_000)}`),
    ends: "ready",
    quick: true,
  },
  {
    what: "md of front matter that never ends",
    filename: "front.md",
    make: () => Buffer.from(`---\ntitle: x\n${"a: b\n".repeat(200_000)}`),
    ends: "either",
    quick: true,
  },
]);
