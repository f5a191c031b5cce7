import { Boundary, Scope } from "@quarry/api";
import { type AnsweredResult, fileIdOf, type QueryCollection } from "@quarry/catalog";
import type { GroupRequest, GroupRoute } from "@quarry/http/protocols";
import { describeValue, type JsonObject, type SearchMode } from "@quarry/plugin/domain";
import type { DocumentRecord } from "@quarry/store";
import { Effect } from "effect";
import { Fields } from "./fields.ts";
import { toFilter } from "./filters.ts";
import { attributesOf } from "./objects.ts";
import { invalid } from "./problems.ts";
import { reading, type Services } from "./services.ts";
import { storeOf } from "./vector-store-routes.ts";

const BODY_BYTES = 1_048_576;

/** OpenAI's own limits and default. */
const MAX_RESULTS = 50;
const DEFAULT_RESULTS = 10;

/** Maximum number of queries; each is searched separately and counts as a request. */
const MAX_QUERIES = 10;

const RANKERS = ["none", "auto", "default-2024-11-15", "default_2024_08_21"] as const;
const SEARCH_MODES: readonly SearchMode[] = ["semantic", "keyword", "hybrid"];

/** Passage with its score over all queries. */
interface Found {
  readonly result: AnsweredResult;
  score: number;
}

/** Creates the route `POST /v1/vector_stores/{vector_store_id}/search`: a query of the store's collection. */
export const searchRoute = (services: Services): GroupRoute => ({
  verb: "POST",
  path: "/v1/vector_stores/{vector_store_id}/search",
  scope: Scope.READ,
  boundary: Boundary.KEPT,
  answer: async (request) => {
    const body = new Fields(await request.json(BODY_BYTES));
    const queries = queriesIn(body);
    const options = optionsIn(body);
    body.boolean("rewrite_query");
    request.charge(queries.length - 1);
    const data = await reading(request, search(services, request, queries, options));
    return {
      json: {
        object: "vector_store.search_results.page",
        search_query: queries,
        data,
        has_more: false,
        next_page: null,
      },
    };
  },
});

const search = (
  { stores, queries: searcher, documents }: Services,
  request: GroupRequest,
  queries: readonly string[],
  options: Omit<QueryCollection, "query">,
) =>
  Effect.gen(function* () {
    const store = yield* storeOf(stores, request);
    yield* stores.use(store);
    const { name } = store.collection;
    const answers =
      queries.length === 1
        ? [yield* searcher.query(name, { ...options, query: queries[0]! })]
        : yield* searcher.queryBatch(queries.map((query) => ({ ...options, query, collection: name })));
    const found = fused(answers.map(({ results }) => results)).slice(0, options.topK);
    const ids = [...new Set(found.map(({ result }) => result.documentId).filter((id) => id !== ""))];
    const known = new Map((yield* documents.getMany(name, ids)).map((document) => [document.id, document]));
    return found.map(({ result, score }) => toResult(result, score, known.get(result.documentId)));
  });

/**
 * Merges several result lists into one. The score is the mean of a passage's scores, with zero for each query that did
 * not find it.
 */
const fused = (lists: readonly (readonly AnsweredResult[])[]): readonly Found[] => {
  if (lists.length === 1) return lists[0]!.map((result) => ({ result, score: result.score }));
  const found = new Map<string, Found>();
  for (const result of lists.flat()) {
    const known = found.get(result.id) ?? { result, score: 0 };
    known.score += result.score / lists.length;
    found.set(result.id, known);
  }
  return [...found.values()].sort((a, b) => b.score - a.score || (a.result.id < b.result.id ? -1 : 1));
};

/** Converts a result. A vector that a client wrote has no document: its own id and metadata are used instead. */
const toResult = (
  { id, text, metadata, citation }: AnsweredResult,
  score: number,
  document: DocumentRecord | undefined,
) => ({
  file_id: document === undefined ? id : fileIdOf(document),
  filename: document?.filename ?? (typeof metadata["filename"] === "string" ? metadata["filename"] : ""),
  score,
  attributes: attributesOf(document?.metadata ?? metadata),
  content: [{ type: "text", text }],
  chunk_id: id,
  citation: citation === undefined ? null : toCitation(citation),
});

/** Converts a citation to the format of `/v1/…/query`. */
const toCitation = (citation: NonNullable<AnsweredResult["citation"]>) => ({
  document_id: citation.documentId,
  filename: citation.filename,
  title: citation.title,
  source_url: citation.sourceUrl,
  page_from: citation.pageFrom,
  page_to: citation.pageTo,
  section: citation.section,
  start: citation.start,
  end: citation.end,
  boxes: citation.boxes,
});

const queriesIn = (body: Fields): readonly string[] => {
  const query = body.required("query", body.value("query"));
  const queries = Array.isArray(query) ? (body.list("query", 1, MAX_QUERIES) ?? []) : [query];
  return queries.map((text, index) => {
    if (typeof text === "string" && text.trim() !== "") return text;
    const param = Array.isArray(query) ? `query[${index}]` : "query";
    throw invalid(param, `must be a string that is not blank, got ${describeValue(text)}`, "invalid_type");
  });
};

const optionsIn = (body: Fields): Omit<QueryCollection, "query"> => {
  const filters = body.value("filters");
  const ranking = body.object("ranking_options");
  const ranker = ranking?.oneOf("ranker", RANKERS);
  const threshold = ranking?.number("score_threshold", 0, 1);
  const alpha = alphaIn(ranking?.object("hybrid_search"));
  const searchMode = body.oneOf("search_mode", SEARCH_MODES) ?? (alpha === undefined ? undefined : "hybrid");
  return {
    topK: body.integer("max_num_results", 1, MAX_RESULTS) ?? DEFAULT_RESULTS,
    filters: filters === undefined ? undefined : (toFilter(filters) satisfies JsonObject),
    minScore: threshold,
    // `auto` uses the collection's setting.
    rerank: ranker === "none" ? false : ranker === undefined || ranker === "auto" ? undefined : true,
    searchMode,
    alpha,
    citations: true,
  };
};

/** Returns the weight of the semantic score, from 0 to 1. */
const alphaIn = (weights: Fields | undefined): number | undefined => {
  if (weights === undefined) return undefined;
  const embedding = weights.number("embedding_weight", 0, Number.MAX_VALUE) ?? 0;
  const text = weights.number("text_weight", 0, Number.MAX_VALUE) ?? 0;
  const sum = embedding + text;
  if (sum > 0 && Number.isFinite(sum)) return embedding / sum;
  throw invalid("ranking_options.hybrid_search", "must have at least one weight above 0");
};
