import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** Fenced code block of a page. */
export interface Block {
  /** "sh", "ts", …; "" if the fence names none. */
  readonly language: string;
  readonly code: string;
  /** One-based line number of the fence. */
  readonly line: number;
  /** Reason why the block is not run, from a comment above it: `<!-- not run: why -->`. */
  readonly notRun?: string;
}

const FENCE = /(?:<!-- not run: ([^\n]+) -->\n\n?)?^( *)```([a-z]*)\n([\s\S]*?)^ *```$/gm;

/** Returns the blocks of a page, by its path from `docs`. */
export const blocksOf = (page: string): readonly Block[] => {
  const text = readFileSync(`${ROOT}docs/${page}`, "utf8");
  return [...text.matchAll(FENCE)].map((match) => {
    const [whole, notRun, , language = "", code = ""] = match;
    const fence = match.index + whole.indexOf("```");
    const line = text.slice(0, fence).split("\n").length;
    return { language, code, line, ...(notRun !== undefined && { notRun }) };
  });
};

/** Returns the code of the blocks that are run, in order. */
export const codeOf = (page: string, language: string): readonly string[] =>
  blocksOf(page)
    .filter((block) => block.language === language && block.notRun === undefined)
    .map(({ code }) => code);
