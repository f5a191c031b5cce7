import { cleanText, type DecodedTextFile, type ParserBudget, type ParserEvent } from "@quarry/plugin";
import { warningEvents } from "../open-text.ts";
import type { TextSettings } from "../text-settings.ts";

/**
 * A block ends at the next empty line after this many characters: about a chunk, so that neighbouring parts stay
 * together.
 */
const BLOCK_CHARACTERS = 1_500;
const BLANK_LINE = /\n[^\S\n]*\n/g;

/** Parses source code and settings. Lines and indents are retained; blocks end at empty lines. */
export async function* parseCode(
  open: () => Promise<DecodedTextFile>,
  budget: ParserBudget,
  { maxBlockCharacters }: TextSettings,
): AsyncGenerator<ParserEvent> {
  const file = await open();
  yield* warningEvents(file.warnings);
  let pending = "";
  for await (const chunk of file.chunks()) {
    pending += chunk;
    let start = 0;
    for (let end = endOfBlock(pending, start); end > start; end = endOfBlock(pending, start)) {
      yield* codeBlock(pending.slice(start, end), budget);
      start = end;
    }
    if (pending.length - start > maxBlockCharacters) {
      const line = pending.lastIndexOf("\n") + 1;
      const end = line > start ? line : pending.length;
      yield* codeBlock(pending.slice(start, end), budget);
      start = end;
    }
    pending = pending.slice(start);
  }
  yield* codeBlock(pending, budget);
}

/** Returns the position after the first empty line that is far enough, or `start` if there is none. */
function endOfBlock(text: string, start: number): number {
  BLANK_LINE.lastIndex = start + BLOCK_CHARACTERS;
  return BLANK_LINE.exec(text) === null ? start : BLANK_LINE.lastIndex;
}

/** Emits a block of code with its indents, without the empty lines around it. */
export function* codeBlock(raw: string, budget: ParserBudget): Generator<ParserEvent> {
  const text = cleanText(raw.replaceAll("\r\n", "\n").replaceAll("\r", "\n"))
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd();
  if (text === "") return;
  budget.spendText(text.length);
  yield { type: "block", block: { kind: "code", text, page: null } };
}
