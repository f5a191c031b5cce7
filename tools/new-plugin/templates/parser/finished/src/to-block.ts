import { cleanText, type ParsedBlock } from "@quarry/plugin";
import type { AcmeSettings } from "./acme-settings.ts";

const MAX_LEVEL = 6;

/** Returns a heading or a paragraph; undefined for blank text. */
export const toBlock = (paragraph: string, { headingMark }: AcmeSettings): ParsedBlock | undefined => {
  const text = cleanText(paragraph).trim();
  if (text === "") return undefined;
  const level = levelOf(text, headingMark);
  const title = text.slice(level).trim();
  if (level === 0 || title === "" || title.includes("\n")) return { kind: "paragraph", text };
  return { kind: "heading", text: title, level: Math.min(level, MAX_LEVEL) };
};

/** Returns the number of marks before the first space; 0 if it is not a heading. */
const levelOf = (text: string, mark: string): number => {
  const marks = text.split(" ", 1)[0]!;
  return marks === mark.repeat(marks.length) ? marks.length : 0;
};
