import { decodeTextFile, type ParserBudget } from "@quarry/plugin";

/** A longer paragraph is returned in chunks, so that a file without empty lines is never in memory as a whole. */
const MAX_PARAGRAPH_CHARACTERS = 65_536;

/**
 * Reads the paragraphs, which are separated by empty lines. Fails with `wrong_type` for bytes that are not text, and
 * with `limit` for too much text.
 */
export async function* readParagraphs(path: string, budget: ParserBudget): AsyncGenerator<string> {
  const file = await decodeTextFile(path, { expected: "a text file" });
  let rest = "";
  for await (const piece of file.chunks()) {
    budget.spendText(piece.length);
    const paragraphs = (rest + piece).replaceAll("\r\n", "\n").split(/\n[ \t]*\n/);
    rest = paragraphs.pop() ?? "";
    yield* paragraphs.filter(isNotBlank);
    if (rest.length <= MAX_PARAGRAPH_CHARACTERS) continue;
    yield rest;
    rest = "";
  }
  if (isNotBlank(rest)) yield rest;
}

const isNotBlank = (text: string): boolean => text.trim() !== "";
