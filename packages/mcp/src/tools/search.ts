import { QUERY_OPTIONS } from "@quarry/api/query-options";
import { DomainError, isJsonObject, limits, SEARCH_MODES } from "@quarry/plugin/domain";
import { z } from "zod";
import type { Hit, Library } from "../library.ts";
import { truncate, MAX_PASSAGES, MAX_TEXT_CHARACTERS } from "./bounds.ts";
import { citationFields, citationOf, citationText } from "./citation.ts";
import { amongKnown } from "./known-collections.ts";
import { defineTool } from "./tool.ts";
import { toolInput } from "./tool-input.ts";

/** Options that have their own name or limits here, do not affect a passage, or are always set. */
const OTHERS: ReadonlySet<string> = new Set(["search_mode", "top_k", "filters", "explain", "expand", "citations"]);

const OPTIONS = QUERY_OPTIONS.filter(({ name }) => !OTHERS.has(name));

const input = toolInput({
  query: z
    .string()
    .max(limits.MAX_QUERY_LENGTH)
    .regex(/\S/, "must not be blank")
    .describe("Search query: a question or keywords"),
  collections: z
    .array(z.string())
    .min(1)
    .max(MAX_PASSAGES)
    .optional()
    .describe("Names of the collections to search (see list_collections). Default: all that the key can access"),
  mode: z
    .enum(SEARCH_MODES)
    .optional()
    .describe("semantic: by meaning; keyword: by words; hybrid: both. Default: the collection's own"),
  top_k: z.int().min(1).max(MAX_PASSAGES).optional().describe("Maximum passages per collection. Default: its own"),
  filters: z
    .record(z.string(), z.json())
    .optional()
    .describe(
      'Conditions on metadata, such as {"year": {"$gte": 2024}, "filename": "guide.pdf"}. Operators: $eq, $ne, $gt, ' +
        "$gte, $lt, $lte, $in, $nin, $exists, $and, $or, $not",
    ),
  ...Object.fromEntries(OPTIONS.map(({ name, schema }) => [name, z.fromJSONSchema(schema).optional()])),
});

const passage = z.object({
  collection: z.string(),
  document_id: z.string(),
  chunk_index: z.number().describe("Index of the passage in its document, from 0; get_passage reads around it"),
  ...citationFields,
  score: z.number(),
  quote: z.string().nullable().describe("The part of the text that matches the query best, verbatim: for quotations"),
  text: z.string(),
});

const output = z.object({
  passages: z.array(passage),
  found: z.number().describe("Number of passages found"),
  is_cut: z.boolean().describe("Whether text or passages were omitted because the result would be too long"),
  notes: z.array(z.string()),
});

type Passage = z.output<typeof passage>;

export const searchTool = defineTool({
  name: "search",
  title: "Search documents",
  description:
    "Searches documents. Returns the passages that match a query, each with its source: file, page, section and score. " +
    "Cite these sources. get_passage reads the text around a passage.",
  input,
  output,
  run: async ({ query, collections, mode, top_k, filters, ...input }, library, signal) => {
    const names = collections ?? (await allNames(library, signal));
    const values: Readonly<Record<string, unknown>> = input;
    const options = Object.fromEntries(OPTIONS.map(({ name, property }) => [property, values[name]]));
    const request = { ...options, query, topK: top_k, filters: asFilters(filters), searchMode: mode };
    const answer = await amongKnown(library, names, signal, () => library.search(names, request, signal));
    const passages = shown(answer.hits);
    const notes = [
      ...cutNote(answer.hits, passages),
      ...leftOutNote(answer.wordsLeftOut),
      ...(answer.rerankStatus === "failed" ? ["Reranking failed: the results are in the order of the search."] : []),
    ];
    return {
      text: [heading(answer.hits.length), ...passages.map(passageText), ...notes].join("\n\n"),
      structured: {
        passages,
        found: answer.hits.length,
        is_cut: cutNote(answer.hits, passages).length > 0,
        notes,
      },
    };
  },
});

const allNames = async (library: Library, signal: AbortSignal): Promise<readonly string[]> => {
  const { items, total } = await library.listCollections({ limit: MAX_PASSAGES, offset: 0 }, signal);
  if (total === 0)
    throw new DomainError({ code: "not_found", message: "There are no collections that this key can see" });
  if (total > items.length) {
    const message = `collections: is required, because there are ${total}; list_collections lists them`;
    throw new DomainError({ code: "invalid_argument", message });
  }
  return items.map(({ name }) => name);
};

const asFilters = (filters: unknown) => (isJsonObject(filters) ? filters : undefined);

/** Returns the best passages that fit; the last one is truncated if only part of it fits. */
const shown = (hits: readonly Hit[]): Passage[] => {
  const passages: Passage[] = [];
  let remaining = MAX_TEXT_CHARACTERS;
  for (const hit of hits) {
    if (remaining <= 0 || passages.length === MAX_PASSAGES) break;
    const text = truncate(hit.text, remaining);
    remaining -= text.length;
    passages.push({
      collection: hit.collection,
      document_id: hit.documentId,
      chunk_index: hit.chunkIndex,
      ...citationOf(hit.metadata),
      score: hit.score,
      quote: hit.quote ?? null,
      text,
    });
  }
  return passages;
};

const cutNote = (hits: readonly Hit[], passages: readonly Passage[]): readonly string[] => {
  const left = hits.length - passages.length;
  const isTextTruncated = passages.some(({ text }, index) => text.length < hits[index]!.text.length);
  if (left === 0 && !isTextTruncated) return [];
  return [
    `The result is truncated at ${MAX_TEXT_CHARACTERS} characters of text and ${MAX_PASSAGES} passages: ` +
      `${isTextTruncated ? "the last passage is incomplete, and " : ""}${left} more were found. ` +
      "Request fewer with top_k, min_score or filters.",
  ];
};

const leftOutNote = (words: number): readonly string[] =>
  words === 0 ? [] : [`The query has too many words: its last ${words} were ignored. Use a shorter query.`];

const heading = (count: number): string =>
  count === 0 ? "No passages found." : `${count} ${count === 1 ? "passage was" : "passages were"} found.`;

const SCORE_DIGITS = 3;

const passageText = (found: Passage, index: number): string =>
  [
    `[${index + 1}] ${citationText(found)} (score ${found.score.toFixed(SCORE_DIGITS)})`,
    `collection ${found.collection}, document_id ${found.document_id}, chunk_index ${found.chunk_index}`,
    found.text,
  ].join("\n");
