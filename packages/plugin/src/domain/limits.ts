/** Longest collection name, in characters (spec: Collection). */
export const MAX_COLLECTION_NAME_LENGTH = 128;
/** Bounds and default of `chunk_size`, in tokens (spec: Limits). */
export const MIN_CHUNK_SIZE = 64;
export const MAX_CHUNK_SIZE = 10_000;
export const DEFAULT_CHUNK_SIZE = 512;
/** Bounds and default of `chunk_overlap`, in tokens; it must also be below `chunk_size` (spec: Limits). */
export const MAX_CHUNK_OVERLAP = 5_000;
export const DEFAULT_CHUNK_OVERLAP = 50;
/** Bounds and default of `top_k` (spec: Limits). */
export const MAX_TOP_K = 1_000;
export const DEFAULT_TOP_K = 10;
/** Largest page of a list and its default (spec: Limits). */
export const MAX_PAGE_SIZE = 1_000;
export const DEFAULT_PAGE_SIZE = 100;
/** Largest vector dimension: above that of every embedding model in use, within the limit of every supported store. */
export const MAX_DIMENSION = 8_192;
/** Documents per batch call (spec: Limits). */
export const MAX_BATCH_DOCUMENTS = 100;
/** Webhooks per instance (spec: Limits). */
export const MAX_WEBHOOKS = 50;
/** Vector entries per upsert; bounds the memory of one request. */
export const MAX_UPSERT_VECTORS = 10_000;
/** Longest id of a directly written vector, in UTF-16 code units, which every vector store supports (contract v1). */
export const MAX_VECTOR_ID_LENGTH = 512;
/** Default of SERVICE_MAX_UPLOAD_SIZE_MB; an MB is 1,048,576 bytes. */
export const DEFAULT_MAX_UPLOAD_SIZE_MB = 1_024;
export const BYTES_PER_MB = 1_048_576;
/** Deepest nesting of a filter: far beyond what people write, well below the limit of the stack. */
export const MAX_FILTER_DEPTH = 16;
/** Most conditions and operators in a filter; bounds the work per candidate. */
export const MAX_FILTER_NODES = 256;
/** Most values in `$in` or `$nin`; every supported vector store accepts lists of this size. */
export const MAX_FILTER_LIST_VALUES = 1_000;
/** Longest metadata path in a filter, in characters: far beyond real keys; bounds the work per record. */
export const MAX_FILTER_PATH_LENGTH = 1_024;
/** Longest stored file name, in UTF-8 bytes: the limit of common file systems and of `Content-Disposition`. */
export const MAX_FILENAME_BYTES = 255;
/**
 * Longest document id that a caller can set, in UTF-8 bytes: fits into a key of every database together with the
 * collection.
 */
export const MAX_EXTERNAL_ID_BYTES = 512;
/** Largest `metadata` of a collection or a document, in bytes of JSON: it is stored with every chunk. */
export const MAX_METADATA_BYTES = 65_536;
/** Longest query text, in characters: no embedding model reads further, and analysis would take seconds. */
export const MAX_QUERY_LENGTH = 32_768;
/** Largest total length of the queries of a batch, in characters: four of the longest, or 20 of a page each. */
export const MAX_BATCH_QUERY_LENGTH = 131_072;
/** Reranking model of a collection that does not set one (spec: Create body fields). */
export const DEFAULT_RERANKING_MODEL = "rerank-v3.5";
