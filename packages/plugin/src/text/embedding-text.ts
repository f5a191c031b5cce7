import type { TextChunk } from "./text-block.ts";

/** Longest context line in UTF-16 units. An embedder's cap must leave room for it: about 75 tokens in Latin script. */
const MAX_CONTEXT_LENGTH = 300;
const SEPARATOR = " > ";

/**
 * What is embedded and indexed for a chunk: the document's title and the heading path on one line, an empty line, the
 * text. The stored text stays as it is. A heading that the text itself starts with is not said twice.
 */
export function embeddingText(
  chunk: Pick<TextChunk, "text" | "section">,
  context: { readonly title?: string | null | undefined },
): string {
  const line = contextLine(chunk, context.title);
  return line === "" ? chunk.text : `${line}\n\n${chunk.text}`;
}

/** What stands on the line above the text; empty where there is none. */
export function contextLine(chunk: Pick<TextChunk, "text" | "section">, given: string | null | undefined): string {
  const title = given?.trim() ?? "";
  const parts = chunk.section.filter((heading) => !chunk.text.startsWith(heading));
  if (title !== "" && parts[0] !== title && !chunk.text.startsWith(title)) parts.unshift(title);
  return parts.join(SEPARATOR).slice(0, MAX_CONTEXT_LENGTH).toWellFormed();
}
