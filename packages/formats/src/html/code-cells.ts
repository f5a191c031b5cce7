import { cleanText } from "@quarry/plugin";

type Attributes = Record<string, string>;

/** Classes of code line cells of GitHub, Confluence, Jekyll and highlight.js, with or without `<pre>`. */
const CODE = /(?:^|\s)(?:code|rouge-code|blob-code|js-file-line|hljs-ln-code|crayon-code)(?:\s|$)/;
const LINE_NUMBER =
  /(?:^|\s)(?:linenos?|line-?numbers?|lineNumbers?|gutter|rouge-gutter|blob-num|js-line-number|hljs-ln-numbers|react-syntax-highlighter-line-number|file-line-num|diff-line-num|lntd?|ln)(?:\s|$)/;
const NUMBERS = /^[\d ]*$/;

export const isCodeCell = ({ class: names }: Attributes): boolean => names !== undefined && CODE.test(names);

/** Whether an element contains only a line number. */
export const isLineNumber = (attributes: Attributes): boolean =>
  attributes["data-line-number"] !== undefined ||
  (attributes["class"] !== undefined && LINE_NUMBER.test(attributes["class"]));

export interface Cell {
  readonly text: string;
  /** Its lines and indents as written, if it contains code. */
  readonly code: string | undefined;
  readonly isLineNumber: boolean;
}

/** Returns the code of a row that consists of code and line numbers, or undefined for a table row. */
export function codeOf(cells: readonly Cell[]): string | undefined {
  const [coded, ...more] = cells.filter(({ code }) => code !== undefined && !NUMBERS.test(code.replaceAll("\n", "")));
  if (coded === undefined || more.length > 0) return undefined;
  const others = cells.filter((cell) => cell !== coded);
  if (!others.every(({ text }) => NUMBERS.test(text))) return undefined;
  const code = tidyCode(coded.code!);
  // A number next to one line of code can also be a row of data.
  return code.includes("\n") || others.some((cell) => cell.isLineNumber) ? code : undefined;
}

/** Returns the code as written, without empty lines around it. */
export const tidyCode = (raw: string): string =>
  cleanText(raw)
    .replaceAll("\u00a0", " ")
    .replace(/^\s*\n/, "")
    .trimEnd();
