import type { TextRange } from "./characters.ts";
import { truncateTerm } from "./word-term.ts";

/** Web addresses: `https://example.com/guide?a=b` */
const ADDRESS = String.raw`\b(?:https?|ftp):\/\/(?:www\.)?([^\s<>"'\x60]+)`;
/**
 * Paths: `/etc/hosts`, `src/index.ts`, `std::vector`, `C:\Users`. A match starts where the first name begins, because
 * trying each letter of a long word would be quadratic.
 */
const PATH = String.raw`(?<![\w.@~-])[\w.@~-]*(?:(?:\/|:?\\|::)[\w.@~-]+)+`;
/**
 * Names that begin with a dot: `.NET`, `.gitignore`. Not the dot of a sentence, which has a space after it or a word
 * before it.
 */
const DOTTED = String.raw`(?<![^\s("'\x60[{,:=])\.[a-z][\w.-]*`;
const CODE = new RegExp(`${ADDRESS}|${PATH}|${DOTTED}`, "gi");
const DOT_BEFORE_NAME = /\.[a-z]/i;
const TRAILING = /(?<![^\p{L}\p{N}_])[^\p{L}\p{N}_]+$/u;
const WORD = /[\p{L}\p{N}]+/gu;

/** Code as one term, with the number of words that `analyze` makes of it. */
export interface WholeCode extends TextRange {
  readonly term: string;
  readonly parts: number;
}

/**
 * Returns whole codes of which `analyze` only has the parts: web addresses, paths, names that begin with a dot. They
 * are in lower case, and truncated like all terms. The keyword index has them in addition to the terms of `analyze`.
 */
export function wholeCodes(text: string): WholeCode[] {
  if (!mayContainCode(text)) return [];
  const codes: WholeCode[] = [];
  for (const match of text.matchAll(CODE)) {
    const code = match[1] ?? match[0];
    const start = match.index + match[0].length - code.length;
    addCode(code, start, codes);
    // A URL is also searched for without its query string.
    if (match[1]?.includes("?") === true) addCode(match[1].slice(0, match[1].indexOf("?")), start, codes);
  }
  return codes;
}

// Pre-check: prose contains none of these characters, and `CODE` costs as much as the rest of the analysis.
function mayContainCode(text: string): boolean {
  return text.includes("/") || text.includes("\\") || text.includes("::") || DOT_BEFORE_NAME.test(text);
}

function addCode(raw: string, start: number, codes: WholeCode[]): void {
  const code = raw.replace(TRAILING, "");
  const parts = code.match(WORD)?.length ?? 0;
  const isWhole = parts > 1 || (parts === 1 && code.startsWith("."));
  if (isWhole) codes.push({ term: truncateTerm(code.toLowerCase()), parts, start, end: start + code.length });
}
