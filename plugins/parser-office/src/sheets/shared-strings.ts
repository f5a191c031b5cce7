import { cleanLine, ParserError, type ParserLimits } from "@quarry/plugin";
import type { Archive } from "../archive/archive.ts";
import { readSmallXml } from "../archive/read-xml.ts";

/** Reads the texts that cells refer to by number. They stay in memory while the sheets are read. */
export async function readSharedStrings(archive: Archive, part: string, limits: ParserLimits): Promise<string[]> {
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let phoneticDepth = 0;
  let characters = 0;
  await readSmallXml(archive, part, limits, {
    open: (name) => {
      if (name === "si") text = "";
      else if (name === "rPh") phoneticDepth++;
      else if (name === "t") isText = phoneticDepth === 0;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      if (name === "t") isText = false;
      else if (name === "rPh") phoneticDepth--;
      else if (name === "si") {
        characters += text.length;
        if (characters > limits.maxTextCharacters) {
          throw new ParserError(
            "limit",
            `the file holds more than ${limits.maxTextCharacters} characters of text: split it into smaller files`,
          );
        }
        strings.push(cleanLine(text));
      }
    },
  });
  return strings;
}
