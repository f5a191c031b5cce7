import { DomainError } from "@quarry/plugin/domain";
import { joinPassages } from "@quarry/text/join-passages";
import { z } from "zod";
import type { Chunk } from "../library.ts";
import { truncate, MAX_NEIGHBOURS, MAX_TEXT_CHARACTERS } from "./bounds.ts";
import { citationFields, citationOf, citationText } from "./citation.ts";
import { amongKnown } from "./known-collections.ts";
import { defineTool } from "./tool.ts";
import { toolInput } from "./tool-input.ts";

const DEFAULT_NEIGHBOURS = 1;

const input = toolInput({
  collection: z.string().describe("Name of the collection"),
  document_id: z.string().describe("The document, as search gives it"),
  chunk_index: z.int().min(0).describe("The passage, as search gives it"),
  before: neighbours("before"),
  after: neighbours("after"),
});

function neighbours(side: string) {
  return z.int().min(0).max(MAX_NEIGHBOURS).default(DEFAULT_NEIGHBOURS).describe(`Passages to add ${side} it`);
}

const output = z.object({
  collection: z.string(),
  document_id: z.string(),
  ...citationFields,
  first_chunk_index: z.number(),
  last_chunk_index: z.number(),
  total_chunks: z.number(),
  is_cut: z.boolean().describe("Whether the result was truncated because it would be too long"),
  text: z.string(),
});

export const getPassageTool = defineTool({
  name: "get_passage",
  title: "Read around a passage",
  description: "Returns a passage of a document with the text before and after it, and its source.",
  input,
  output,
  run: async ({ collection, document_id, chunk_index, before, after }, library, signal) => {
    const offset = Math.max(0, chunk_index - before);
    const window = { offset, limit: chunk_index - offset + 1 + after };
    const { items, total } = await amongKnown(library, [collection], signal, () =>
      library.listChunks(collection, document_id, window, signal),
    );
    const middle = items.find(({ chunkIndex }) => chunkIndex === chunk_index);
    if (middle === undefined) throw noSuchPassage(chunk_index, total);
    const { chunks, text, isCut } = withinLimit(items, middle);
    const structured = {
      collection,
      document_id,
      ...citationOf(middle.metadata),
      first_chunk_index: chunks[0]!.chunkIndex,
      last_chunk_index: chunks.at(-1)!.chunkIndex,
      total_chunks: total,
      is_cut: isCut,
      text,
    };
    const { first_chunk_index: first, last_chunk_index: last } = structured;
    return {
      text: [
        `${citationText(structured)}; passages ${first} to ${last}, of 0 to ${total - 1}`,
        text,
        ...(isCut ? [`Truncated at ${MAX_TEXT_CHARACTERS} characters: request fewer or the next neighbours.`] : []),
      ].join("\n\n"),
      structured,
    };
  },
});

/** Returns the passage with as many of its nearest neighbours as fit. */
const withinLimit = (items: readonly Chunk[], middle: Chunk) => {
  let chunks = items;
  let text = joinPassages(chunks);
  while (text.length > MAX_TEXT_CHARACTERS && chunks.length > 1) {
    const isFirstFarther = middle.chunkIndex - chunks[0]!.chunkIndex > chunks.at(-1)!.chunkIndex - middle.chunkIndex;
    chunks = isFirstFarther ? chunks.slice(1) : chunks.slice(0, -1);
    text = joinPassages(chunks);
  }
  const isCut = chunks.length < items.length || text.length > MAX_TEXT_CHARACTERS;
  return { chunks, text: truncate(text, MAX_TEXT_CHARACTERS), isCut };
};

const noSuchPassage = (chunkIndex: number, total: number): DomainError =>
  new DomainError({
    code: "not_found",
    message:
      total === 0
        ? "The document has no passages: it has not been processed"
        : `chunk_index: must be from 0 to ${total - 1}, got ${chunkIndex}`,
  });
