import { decodeHTMLStrict } from "entities";

const REFERENCE = /&(?:#(?:x([0-9a-fA-F]{1,8})|(\d{1,8}))|([\p{L}_:][\p{L}\p{N}._:-]{0,63}));/gu;
const PREDEFINED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** Maximum length of a reference after an "&". */
export const MAX_REFERENCE_CHARACTERS = 72;
const REPLACEMENT = "\ufffd";

export interface DecodedText {
  readonly text: string;
  /** Names of entities that are left in the text unexpanded. */
  readonly unknown: readonly string[];
  /** Index of an "&" that doesn't begin a reference. */
  readonly badAmpersandIndex: number | undefined;
}

/**
 * Replaces character references, the five entities of XML, and HTML's character entities (`&eacute;`). Entities
 * declared in a DOCTYPE are not expanded: expansion is how a small file becomes a huge one, or reads other files.
 */
export function decodeReferences(raw: string): DecodedText {
  const unknown: string[] = [];
  let badAmpersandIndex: number | undefined;
  let text = "";
  let end = 0;
  for (let at = raw.indexOf("&"); at >= 0; at = raw.indexOf("&", end)) {
    text += raw.slice(end, at);
    REFERENCE.lastIndex = 0;
    const match = REFERENCE.exec(raw.slice(at, at + MAX_REFERENCE_CHARACTERS));
    if (match === null || match.index !== 0) {
      badAmpersandIndex ??= at;
      text += "&";
      end = at + 1;
      continue;
    }
    const [whole, hexadecimal, decimal, name] = match;
    end = at + whole.length;
    if (name === undefined) text += character(Number.parseInt(hexadecimal ?? decimal!, hexadecimal ? 16 : 10));
    else text += characterNamed(name) ?? leaveUnexpanded(whole, unknown);
  }
  return { text: text + raw.slice(end), unknown, badAmpersandIndex };
}

function leaveUnexpanded(reference: string, unknown: string[]): string {
  unknown.push(reference);
  return reference;
}

function characterNamed(name: string): string | undefined {
  const predefined = Object.hasOwn(PREDEFINED, name) ? PREDEFINED[name] : undefined;
  if (predefined !== undefined) return predefined;
  const reference = `&${name};`;
  const decoded = decodeHTMLStrict(reference);
  return decoded === reference ? undefined : decoded;
}

const character = (code: number): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : REPLACEMENT;
