import { editDistance } from "./edit-distance.ts";

/** Longer names are nobody's slip, and comparing them would cost. */
const MAX_COMPARED_LENGTH = 64;

/** Letters that a name must have for one wrong letter in it, and for two, to be a slip rather than another name. */
const LENGTH_FOR_ONE_EDIT = 5;
const LENGTH_FOR_TWO_EDITS = 9;

/**
 * Names of fields in other services, in the spelling that is compared, and the fields of ours that are meant: the first
 * that is known.
 */
const CALLED_ELSEWHERE: ReadonlyMap<string, readonly string[]> = new Map(
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
  }).reduce((called, [ours, theirs]) => {
    for (const name of theirs) called.set(name, [...(called.get(name) ?? []), ours]);
    return called;
  }, new Map<string, string[]>()),
);

/**
 * The known name that a given one, which is not known, most likely stands for: in another case, in plural or singular, with
 * a letter or two wrong, or as other services call it. Undefined where it is none of these.
 */
export const nearName = (input: string, known: readonly string[]): string | undefined => {
  if (input.length > MAX_COMPARED_LENGTH) return undefined;
  const folded = folding(input);
  if (folded === "") return undefined;
  const alike = known.find((name) => isAlike(folded, folding(name)));
  if (alike !== undefined) return alike;
  for (const ours of CALLED_ELSEWHERE.get(folded) ?? []) {
    const meant = known.find((name) => folding(name) === folding(ours));
    if (meant !== undefined) return meant;
  }
  return known.find((name) => isSlip(singular(folded), singular(folding(name))));
};

/** Names by which other services page through results, folded. */
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
 * Why a field is refused that asks a query for its next page: a query gives its best results, and ignoring the field would give
 * the same ones again. Undefined for all other fields, and where `known`, the fields beside it, are neither a query's nor a
 * batch's.
 */
export const pagingProblem = (input: string, known: readonly string[]): string | undefined => {
  if (input.length > MAX_COMPARED_LENGTH || !PAGING.has(folding(input))) return undefined;
  const topK = known.find((name) => folding(name) === "topk") ?? (known.includes("queries") ? "top_k" : undefined);
  if (topK === undefined) return undefined;
  return `queries are not paged; ${topK} is how many of the best results there are`;
};

/** `topK`, `top-k` and `TOP_K` are one. */
const folding = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

const singular = (name: string): string => (name.endsWith("s") ? name.slice(0, -1) : name);

const isAlike = (one: string, other: string): boolean => one === other || singular(one) === singular(other);

const isSlip = (input: string, known: string): boolean => {
  const length = Math.min(input.length, known.length);
  if (length < LENGTH_FOR_ONE_EDIT) return false;
  const most = length < LENGTH_FOR_TWO_EDITS ? 1 : 2;
  return editDistance(input, known, most) <= most;
};
