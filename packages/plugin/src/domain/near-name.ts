import { editDistance } from "./edit-distance.ts";

/** Longest name that is compared. Longer names are not typing errors, and comparing them would be expensive. */
const MAX_COMPARED_LENGTH = 64;

/** Shortest names in which one wrong letter, or two, are treated as a typing error rather than a different name. */
const LENGTH_FOR_ONE_EDIT = 5;
const LENGTH_FOR_TWO_EDITS = 9;

/**
 * Field names in other services, normalised for comparison, by our field names. Of several of ours, the first known one
 * wins.
 */
const FIELDS_BY_ALIAS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    filters: [
      "where",
      "conditions",
      "queryfilter",
      "metadatafilter",
      "metadatafilters",
      "documentid",
      "documentids",
      "ids",
    ],
    top_k: [
      "k",
      "n",
      "limit",
      "size",
      "count",
      "nresults",
      "numresults",
      "maxresults",
      "resultcount",
      "topn",
      "pagesize",
      "perpage",
    ],
    min_score: [
      "threshold",
      "scorethreshold",
      "similaritythreshold",
      "minsimilarity",
      "scorecutoff",
      "cutoff",
      "minrelevance",
    ],
    query: ["q", "question", "search", "querytext", "searchquery", "searchtext", "input", "prompt"],
    search_mode: ["mode", "searchtype", "querytype", "querymode"],
    rerank: ["reranker", "rerankresults", "enablereranking", "usereranking"],
    collections: [
      "collection",
      "collectionname",
      "collectionnames",
      "collectionids",
      "indexes",
      "indices",
      "namespaces",
    ],
    collection: ["collectionname", "collectionid", "index", "namespace"],
    document_ids: ["id", "ids", "documentid", "docid", "docids", "documents"],
    document_id: ["id", "docid"],
    ids: ["id", "vectorid", "vectorids", "pointids", "points"],
    embedding: ["vector", "values", "embeddings"],
    vectors: ["points", "entries", "embeddings", "items", "records"],
    text: ["content", "pagecontent", "body"],
    metadata: ["meta", "metadatas", "payload", "properties", "attributes"],
    limit: ["pagesize", "perpage", "maxresults", "topk"],
    offset: ["skip", "start", "startat"],
    status: ["state"],
    chunk_size: ["chunklength", "maxchunksize", "chunktokens"],
    chunk_overlap: ["overlap", "chunkstride"],
    dimension: ["dim", "dims", "dimensions", "vectorsize", "embeddingdimension", "embeddingsize"],
    embedding_model: ["model", "modelname", "embedder"],
    embedding_provider: ["provider"],
    embedding_api_key: ["apikey"],
    events: ["eventtypes", "event"],
  }).reduce((byAlias, [field, aliases]) => {
    for (const name of aliases) byAlias.set(name, [...(byAlias.get(name) ?? []), field]);
    return byAlias;
  }, new Map<string, string[]>()),
);

/**
 * Returns the known name that an unknown one most likely stands for: in another case, in plural or singular, with a
 * letter or two wrong, or as other services call it. Undefined if none matches.
 */
export const nearName = (input: string, known: readonly string[]): string | undefined => {
  if (input.length > MAX_COMPARED_LENGTH) return undefined;
  const normalizedInput = normalized(input);
  if (normalizedInput === "") return undefined;
  const sameName = known.find((name) => isSameName(normalizedInput, normalized(name)));
  if (sameName !== undefined) return sameName;
  for (const field of FIELDS_BY_ALIAS.get(normalizedInput) ?? []) {
    const match = known.find((name) => normalized(name) === normalized(field));
    if (match !== undefined) return match;
  }
  return known.find((name) => isTypo(singular(normalizedInput), singular(normalized(name))));
};

/** Names that other services use for paging through results, normalised. */
const PAGING: ReadonlySet<string> = new Set([
  "offset",
  "skip",
  "page",
  "pagenumber",
  "pagetoken",
  "nextpage",
  "nextpagetoken",
  "cursor",
  "nextcursor",
]);

/**
 * Returns why a field that requests a query's next page is rejected: a query returns its best results, and ignoring the
 * field would return the same ones again. Undefined for all other fields, and if `known`, the fields allowed at this
 * position, are neither a query's nor a batch's.
 */
export const pagingProblem = (input: string, known: readonly string[]): string | undefined => {
  if (input.length > MAX_COMPARED_LENGTH || !PAGING.has(normalized(input))) return undefined;
  const topK = known.find((name) => normalized(name) === "topk") ?? (known.includes("queries") ? "top_k" : undefined);
  if (topK === undefined) return undefined;
  return `queries are not paged; ${topK} is the number of results`;
};

/** Normalises a name for comparison: `topK`, `top-k` and `TOP_K` are equal. */
const normalized = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

const singular = (name: string): string => (name.endsWith("s") ? name.slice(0, -1) : name);

const isSameName = (one: string, other: string): boolean => one === other || singular(one) === singular(other);

const isTypo = (input: string, known: string): boolean => {
  const length = Math.min(input.length, known.length);
  if (length < LENGTH_FOR_ONE_EDIT) return false;
  const maxEdits = length < LENGTH_FOR_TWO_EDITS ? 1 : 2;
  return editDistance(input, known, maxEdits) <= maxEdits;
};
