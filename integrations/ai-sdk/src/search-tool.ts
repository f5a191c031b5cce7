import type { QuarryClient, QueryRequest, QueryResult } from "@quarry/client";
import type { Tool } from "ai";
import { z } from "zod";

export interface QuarrySearchToolSettings extends Partial<
  Pick<
    QueryRequest,
    "filters" | "searchMode" | "alpha" | "rerank" | "minScore" | "diversity" | "maxChunksPerDocument" | "expand"
  >
> {
  /** Name of the collection. The model can neither choose another one nor change the filters. */
  readonly collection: string;
  /** Number of passages if a search doesn't specify it. Default 5. */
  readonly topK?: number;
  /** Maximum number that the model may request, up to 1,000. Default 20. */
  readonly maxTopK?: number;
  /** Description for the model. Describe the collection's content, so that the model knows when to search it. */
  readonly description?: string;
}

/** Input supplied by the model. */
export interface QuarrySearchInput {
  readonly query: string;
  readonly topK?: number | undefined;
}

export interface QuarryPassage {
  /** Number by which the model may cite it, from 1. */
  readonly number: number;
  readonly text: string;
  /** 0 to 1. */
  readonly score: number;
  readonly id: string;
  readonly documentId?: string;
  readonly filename?: string;
  readonly title?: string;
  readonly url?: string;
  readonly page?: number;
  readonly lastPage?: number;
  /** Headings, outermost first. */
  readonly section?: readonly string[];
}

export interface QuarrySearchOutput {
  readonly passages: readonly QuarryPassage[];
}

export type QuarrySearchTool = Tool<QuarrySearchInput, QuarrySearchOutput>;

const DEFAULT_TOP_K = 5;
const DEFAULT_MAX_TOP_K = 20;
const MAX_QUERY_CHARACTERS = 32_768;

const DESCRIPTION =
  "Finds the passages of documents that answer a query, each with its source: file, page and section. " +
  "Cite these sources by their numbers, such as [1].";

export const searchTool = (client: QuarryClient, settings: QuarrySearchToolSettings): QuarrySearchTool => {
  const { collection, topK, maxTopK = DEFAULT_MAX_TOP_K, description = DESCRIPTION, ...options } = settings;
  const usual = Math.min(topK ?? DEFAULT_TOP_K, maxTopK);
  return {
    description,
    inputSchema: inputSchema(usual, maxTopK),
    execute: async ({ query, topK: requested = usual }, { abortSignal }) => {
      const request = { ...options, collectionName: collection, query, topK: requested, citations: true };
      const { results } = await client.queries.query(request, abortSignal === undefined ? {} : { signal: abortSignal });
      return { passages: results.map(passageOf) };
    },
  };
};

const inputSchema = (usual: number, most: number) =>
  z.object({
    query: z
      .string()
      .max(MAX_QUERY_CHARACTERS)
      .regex(/\S/, "must not be blank")
      .describe("What to look for: a question or keywords"),
    topK: z.number().int().min(1).max(most).optional().describe(`Most passages. Default ${usual}`),
  });

const passageOf = (result: QueryResult, index: number): QuarryPassage => {
  const { id, text, expandedText = text, score, citation } = result;
  const passage = { number: index + 1, text: expandedText, score, id };
  if (citation === undefined) return passage;
  const { documentId, filename, title, sourceUrl, pageFrom, pageTo, section } = citation;
  return {
    ...passage,
    documentId,
    filename,
    ...(title !== undefined && { title }),
    ...(sourceUrl !== undefined && { url: sourceUrl }),
    ...(pageFrom !== undefined && { page: pageFrom }),
    ...(pageTo !== undefined && pageTo !== pageFrom && { lastPage: pageTo }),
    ...(section.length > 0 && { section }),
  };
};
