import { cut } from "./word-term.ts";

/** `https://example.com/guide?a=b` */
const ADDRESS = String.raw`\b(?:https?|ftp):\/\/(?:www\.)?([^\s<>"'\x60]+)`;
/**
 * `/etc/hosts`, `src/index.ts`, `std::vector`, `C:\Users`: from where its first name begins, as looking from each letter of a
 * long word would take quadratic time.
 */
const PATH = String.raw`(?<![\w.@~-])[\w.@~-]*(?:(?:\/|:?\\|::)[\w.@~-]+)+`;
/** `.NET`, `.gitignore`: no dot of a sentence, which has a space behind it or a word before it. */
const DOTTED = String.raw`(?<![^\s("'\x60[{,:=])\.[a-z][\w.-]*`;
const CODE = new RegExp(`${ADDRESS}|${PATH}|${DOTTED}`, "gi");
const DOT_BEFORE_NAME = /\.[a-z]/i;
const TRAILING = /(?<![^\p{L}\p{N}_])[^\p{L}\p{N}_]+$/u;
const WORD = /[\p{L}\p{N}]+/gu;

/** A code as one term, and how many words `analyze` makes of it. */
export interface WholeCode {
  readonly term: string;
  readonly parts: number;
  /** Range in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns whole codes that `analyze` only has in parts: web addresses, paths, names that begin with a dot. They are in
 * lower case, and truncated as all terms are. The keyword index has them beside the terms of `analyze`.
 */
export function wholeCodes(text: string): WholeCode[] {
  if (!mayHoldCode(text)) return [];
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

// Prose has none of these, and `CODE` costs as much as the rest of the analysis.
function mayHoldCode(text: string): boolean {
  return text.includes("/") || text.includes("\\") || text.includes("::") || DOT_BEFORE_NAME.test(text);
}

function addCode(raw: string, start: number, codes: WholeCode[]): void {
  const code = raw.replace(TRAILING, "");
  const parts = code.match(WORD)?.length ?? 0;
  const isWhole = parts > 1 || (parts === 1 && code.startsWith("."));
  if (isWhole) codes.push({ term: cut(code.toLowerCase()), parts, start, end: start + code.length });
}
