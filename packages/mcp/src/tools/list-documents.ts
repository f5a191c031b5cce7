import { DOCUMENT_STATUSES, isJsonObject } from "@quarry/plugin/domain";
import { z } from "zod";
import type { DocumentSummary } from "../library.ts";
import { DEFAULT_LISTED, MAX_LISTED, MAX_TEXT_CHARACTERS } from "./bounds.ts";
import { amongKnown } from "./known-collections.ts";
import { nextLine, nextOffset } from "./list-collections.ts";
import { defineTool } from "./tool.ts";
import { toolInput } from "./tool-input.ts";

const KEYS = ["created_at", "updated_at", "filename", "file_size", "chunk_count"] as const;
const SORTS = [...KEYS, ...KEYS.map((key) => `-${key}` as const)];

const input = toolInput({
  collection: z.string().describe("Name of the collection (see list_collections)"),
  status: z.enum(DOCUMENT_STATUSES).optional().describe("Only documents in this state; ready ones can be searched"),
  filters: z
    .record(z.string(), z.json())
    .optional()
    .describe('Only documents whose metadata matches, as in search, such as {"year": {"$gte": 2020}}'),
  filename: z.string().max(255).optional().describe("Only documents whose file name contains this text"),
  sort: z.enum(SORTS).optional().describe("Sort field; prefix - for descending order. Default: created_at"),
  limit: z.int().min(1).max(MAX_LISTED).default(DEFAULT_LISTED).describe("Maximum number of documents"),
  offset: z.int().min(0).default(0).describe("Number of documents to skip"),
});

const document = z.object({
  document_id: z.string(),
  filename: z.string(),
  file_type: z.string(),
  file_size: z.number().describe("Bytes"),
  status: z.string(),
  error: z.string().nullable().describe("Reason of the failure"),
  chunk_count: z.number().describe("Passages; their chunk_index goes from 0"),
  metadata: z.record(z.string(), z.unknown()).nullable().describe("Null if it is too long for a list"),
  created_at: z.string(),
});

const output = z.object({
  documents: z.array(document),
  total: z.number(),
  next_offset: z.number().nullable().describe("Offset of the next page; null on the last page"),
});

export const listDocumentsTool = defineTool({
  name: "list_documents",
  title: "List documents",
  description: "Lists the documents of a collection that match, with their state and metadata.",
  input,
  output,
  run: async ({ collection, filters, ...request }, library, signal) => {
    const requested = { ...request, filters: isJsonObject(filters) ? filters : undefined };
    const { items, total } = await amongKnown(library, [collection], signal, () =>
      library.listDocuments(collection, requested, signal),
    );
    const documents = withinLimit(items.map(entryOf));
    const next = nextOffset(request.offset, documents.length, total);
    return {
      text: [`${total} in all:`, ...documents.map(lineOf), ...nextLine(next)].join("\n"),
      structured: { documents, total, next_offset: next },
    };
  },
});

type Entry = z.output<typeof document>;

const entryOf = (item: DocumentSummary): Entry => ({
  document_id: item.id,
  filename: item.filename,
  file_type: item.fileType,
  file_size: item.fileSize,
  status: item.status,
  error: item.errorMessage,
  chunk_count: item.chunkCount,
  metadata: item.metadata,
  created_at: item.createdAt,
});

/** Returns the entries that fit in an answer, at least one; a shorter page includes the offset of the next. */
const withinLimit = (entries: readonly Entry[]): Entry[] => {
  let characters = 0;
  return entries.filter((entry, index) => {
    characters += JSON.stringify(entry).length;
    return index === 0 || characters <= MAX_TEXT_CHARACTERS;
  });
};

const lineOf = (entry: Entry): string =>
  `- ${entry.filename} (document_id ${entry.document_id}, ${entry.status}, passages: ${entry.chunk_count})` +
  (entry.error === null ? "" : `: ${entry.error}`);
