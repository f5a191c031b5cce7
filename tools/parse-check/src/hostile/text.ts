import { docxFile, wordParagraph } from "../makers/docx-file.ts";
import { onePage } from "../makers/raw-pdf.ts";
import { either, fails, type HostileFile, noise, ready, saying, SENTENCE, slow } from "./hostile-file.ts";

const invalidUtf8 = (end = " "): Buffer =>
  Buffer.from(`${SENTENCE} \xc0\xaf\xed\xa0\x80\xf5\x80\xff\xe2\x82${end}`.repeat(50), "latin1");

const around = (start: string, bytes: Uint8Array, end: string): Buffer =>
  Buffer.concat([Buffer.from(start), bytes, Buffer.from(end)]);

/** Text files without text, or with excessive repetition. */
export const text: readonly HostileFile[] = [
  ...["txt", "md", "csv", "tsv", "html"].map((fileType) =>
    ready(`${fileType} with bytes that are no UTF-8`, () => invalidUtf8(fileType === "csv" ? "\n" : " ")),
  ),
  either("xml with bytes that are no UTF-8", () => around("<a>", invalidUtf8(), "</a>")),
  either("json with bytes that are no UTF-8", () => around('["', invalidUtf8(), '"]')),
  ...["txt", "md", "csv", "html", "xml", "json"].map((fileType) =>
    fails(`${fileType} that is 100 kB of noise`, () => noise(100_000)),
  ),
  ready("txt of lone surrogates", () => Buffer.from(`\ufeff${`${SENTENCE} \ud800 \udc00 `.repeat(100)}`, "utf16le")),
  fails("txt of NUL characters alone", () => Buffer.alloc(1_048_576)),
  either("txt that is half of a character", () => Buffer.from([0xe6, 0xb0])),
  ready("txt of a letter with a million accents", () => `${SENTENCE} e${"\u0301".repeat(1_000_000)}`),
  ready("txt of marks that turn the direction of text", () => `${SENTENCE} ${"\u202e\u2066".repeat(100_000)}`),
  either("txt of escape sequences", () => `${SENTENCE} ${"\x1b[31m\x1b]0;title\x07".repeat(1_000)}`),
  either("txt of a million emoji with joiners", () => "👩‍👩‍👧‍👦".repeat(100_000)),
  ready(
    "json with keys of the object's own machinery",
    () =>
      `{"__proto__":{"polluted":"${SENTENCE}"},"constructor":{"prototype":{"a":"b"}},"toString":"x","hasOwnProperty":1}`,
  ),
  either("json of a number with a million digits", () => `{"a":"${SENTENCE}","n":${"9".repeat(1_000_000)}}`),
  ready("json with lone surrogates and controls", () => `{"a":"${SENTENCE} \\ud800 \\u0000 \\udfff"}`),
  either("json of two documents", () => `{"a":"${SENTENCE}"}{"b":2}`),
  either("md of 500,000 backticks", () =>
    Array.from({ length: 1_000 }, (_, index) => `${"`".repeat(index)}a`).join(""),
  ),
  either(
    "md of a table of 10,000 columns",
    () => `${"|a".repeat(10_000)}|\n${"|-".repeat(10_000)}|\n${"|1".repeat(10_000)}|\n`,
  ),
  ready("md of 100,000 less-than signs", () => `${SENTENCE}\n\n${"<".repeat(100_000)}`),
  either("md of front matter that never ends", () => `---\ntitle: x\n${"a: b\n".repeat(200_000)}`),
  either("txt with NUL characters in it", () => `The bottom\u0000 of the well is dry. ${"word ".repeat(200)}`),
  either("txt of one word of a million letters", () => `${SENTENCE} ${"x".repeat(1_000_000)}`),
  either("txt of a million empty lines", () => `${SENTENCE}${"\n".repeat(1_000_000)}The end.`),
  ...saying(/no text|empty/, [
    fails("txt that is only a byte-order mark", () => Buffer.from([0xef, 0xbb, 0xbf])),
    fails("txt that is only white space", () => " \n\t\r\n ".repeat(1_000)),
    fails("html that is only a script", () => "<html><body><script>1</script></body>"),
    fails("docx that is only an empty paragraph", () => docxFile(wordParagraph(""))),
    fails("pdf of a page with nothing on it", () => onePage({ data: "" })),
  ]),
  ...slow([
    either("txt of one word of 100 MB", () => Buffer.alloc(100_000_000, "x")),
    either("txt of 50 million empty lines", () => around(SENTENCE, Buffer.alloc(50_000_000, "\n"), SENTENCE)),
    either("txt of 20 million form feeds", () => around(SENTENCE, Buffer.alloc(20_000_000, "\f"), SENTENCE)),
    either("json of one string of 20 MB", () => around('["', Buffer.alloc(20_000_000, "a few words "), '"]')),
    either(
      "json of a million keys",
      () => `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":${index}`).join(",")}}`,
    ),
    either(
      "md of 100,000 reference definitions",
      () => `${SENTENCE}\n\n${Array.from({ length: 100_000 }, (_, index) => `[${index}]: /x`).join("\n")}`,
    ),
  ]),
];
