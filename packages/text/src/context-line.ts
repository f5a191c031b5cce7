/**
 * Maximum length of a context line in UTF-16 units. An embedder's input limit must leave space for it: about 75 tokens
 * in Latin script.
 */
const MAX_CONTEXT_LENGTH = 300;
const SEPARATOR = " > ";

/** Properties of a chunk's document for its context line. */
export interface ChunkDocument {
  readonly title?: string | null | undefined;
  readonly filename?: string | null | undefined;
}

/**
 * Returns the line that is embedded and indexed above a chunk's text: the document's title, the words of its filename
 * and the headings of most of the chunk; "" if nothing is known. The stored text stays unchanged. A heading at the
 * start of the text is repeated here, because this line has more weight.
 */
export function contextLine(section: readonly string[], { title, filename }: ChunkDocument): string {
  const parts = [title?.trim() ?? "", wordsOf(filename ?? "")].filter(
    (part, at, all) => part !== "" && !all.slice(0, at).some((before) => isSame(before, part)),
  );
  const message = new Set(section.slice(0, 1));
  const line = [...parts.filter((part) => !message.has(part)), ...section].join(SEPARATOR);
  return line.slice(0, MAX_CONTEXT_LENGTH).toWellFormed();
}

/** Returns the words of a filename, which often adds to the title: "pump-manual_v2.pdf" is found by "pump manual". */
const wordsOf = (filename: string): string =>
  filename
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[_-]+/g, " ")
    .trim();

const isSame = (first: string, second: string): boolean => first.toLowerCase() === second.toLowerCase();
