import {
  CHUNK_STRATEGIES,
  type ChunkStrategy,
  cleanFilename,
  fileTypeOf,
  GIVEN_CHUNKS_TYPE,
  isChunkStrategy,
  isUuid,
  type JsonObject,
  limits,
  SEARCH_MODES,
  type SearchMode,
  isJsonObject,
} from "@quarry/plugin/domain";
import { mostLayout } from "@quarry/text";
import type { DocumentInfo } from "@quarry/store";
import { checkMetadata } from "../check-metadata.ts";
import { checkExternalId } from "../external-id.ts";
import {
  type ArchivedCollection,
  type ArchivedDocument,
  type ArchivedPassage,
  type ArchiveEnd,
  END,
  FORMAT,
  FORMAT_VERSION,
  type Lacking,
  type LackingItems,
  MANIFEST,
} from "./archive-format.ts";
import { ArchiveObject } from "./archive-json.ts";
import { broken } from "./tar-reader.ts";

/** A chunk's metadata combines that of its document, of its file and of its position in the file. */
const MAX_CHUNK_METADATA_BYTES = 4 * limits.MAX_METADATA_BYTES;

const MAX_SAFE_COUNT = Number.MAX_SAFE_INTEGER;
const MAX_COUNT = 2 ** 31 - 1;
const MAX_TTL_SECONDS = 2_000_000_000;
const MAX_URL = 2_048;

/** Reads the collection's settings. */
export const readManifest = (bytes: Uint8Array): ArchivedCollection => {
  const manifest = ArchiveObject.parse(MANIFEST, bytes);
  if (manifest.value("format") !== FORMAT) throw manifest.mustBe("format", JSON.stringify(FORMAT));
  if (manifest.value("version") !== FORMAT_VERSION) throw manifest.mustBe("version", String(FORMAT_VERSION));
  const collection = manifest.inner("collection");
  const mode = collection.text("default_search_mode");
  if (!SEARCH_MODES.includes(mode as SearchMode)) {
    throw collection.mustBe("default_search_mode", `one of ${SEARCH_MODES.join(", ")}`);
  }
  return {
    name: collection.text("name"),
    description: collection.text("description", 65_536),
    embedding_provider: collection.text("embedding_provider", 255),
    embedding_model: collection.text("embedding_model", 255),
    dimension: collection.integer("dimension", 1, limits.MAX_DIMENSION),
    chunk_size: collection.integer("chunk_size", limits.MIN_CHUNK_SIZE, limits.MAX_CHUNK_SIZE),
    chunk_overlap: collection.integer("chunk_overlap", 0, limits.MAX_CHUNK_OVERLAP),
    chunk_strategy: strategyOrNull(collection),
    reranking_enabled: collection.boolean("reranking_enabled"),
    reranking_model: collection.text("reranking_model", 255),
    default_top_k: collection.integer("default_top_k", 1, limits.MAX_TOP_K),
    default_min_score: shareOrNull(collection, "default_min_score"),
    default_search_mode: mode as SearchMode,
    default_alpha: shareOrNull(collection, "default_alpha"),
    default_ttl_seconds: secondsOrNull(collection),
    metadata: collection.metadata("archive: can't be imported: metadata of the collection"),
  };
};

/** Archives from before strategies existed have none. */
const strategyOrNull = (collection: ArchiveObject): ChunkStrategy | null => {
  const input = collection.value("chunk_strategy") ?? null;
  if (input === null || isChunkStrategy(input)) return input;
  throw collection.mustBe("chunk_strategy", `one of ${CHUNK_STRATEGIES.join(", ")}, or null`);
};

/** An absent field is read as null: the archive can be older than the field. */
const shareOrNull = (collection: ArchiveObject, name: string): number | null => {
  const value = collection.value(name) ?? null;
  if (value === null || (typeof value === "number" && value >= 0 && value <= 1)) return value;
  throw collection.mustBe(name, "null or a number from 0 to 1");
};

/** Archives from before documents could expire have none. */
const secondsOrNull = (collection: ArchiveObject): number | null =>
  (collection.value("default_ttl_seconds") ?? null) === null
    ? null
    : collection.integer("default_ttl_seconds", 1, MAX_TTL_SECONDS);

/** Reads the passages of one entry: all of one document, or all client-written. */
export const readPassages = (name: string, bytes: Buffer, maxPassages: number): readonly ArchivedPassage[] => {
  const passages: ArchivedPassage[] = [];
  for (let start = 0; start < bytes.byteLength;) {
    const end = bytes.indexOf(0x0a, start);
    if (end < 0) throw broken(`${name}: must end with a line feed`);
    if (passages.length === maxPassages) throw broken(`${name}: must have at most ${maxPassages} lines`);
    const line = ArchiveObject.parse(`${name}, line ${passages.length + 1}`, bytes.subarray(start, end));
    passages.push(readPassage(line));
    start = end + 1;
  }
  const [first] = passages;
  if (first === undefined) throw broken(`${name}: must have at least one line`);
  if (passages.some((passage) => passage.document_id !== first.document_id)) {
    throw broken(`${name}: must have passages of one document`);
  }
  return passages;
};

const readPassage = (line: ArchiveObject): ArchivedPassage => {
  const documentId = line.text("document_id");
  const isDirect = documentId === "";
  if (!isDirect && !isUuid(documentId)) throw line.mustBe("document_id", "a UUID, or empty");
  const field = isDirect ? "metadata of a vector" : "metadata of a chunk";
  const metadata = line.metadata(`archive: can't be imported: ${field}`);
  if (isDirect) checkMetadata(metadata, `archive: can't be imported: ${field}`);
  else if (JSON.stringify(metadata).length > MAX_CHUNK_METADATA_BYTES) {
    throw line.mustBe("metadata", `at most ${MAX_CHUNK_METADATA_BYTES} characters of JSON`);
  }
  const id = isDirect ? line.text("id", limits.MAX_VECTOR_ID_LENGTH) : undefined;
  if (id === "") throw line.mustBe("id", "a non-empty string");
  const text = line.text("text");
  return {
    document_id: documentId,
    ...(id !== undefined && { id }),
    chunk_index: line.integer("chunk_index", 0, MAX_COUNT),
    token_count: line.integer("token_count", 0, MAX_COUNT),
    text,
    context: line.text("context"),
    metadata,
    ...(!isDirect && line.value("boxes") !== undefined && { boxes: line.text("boxes", mostLayout(text.length)) }),
    // Older archives have no passages without a vector.
    ...(line.value("embedded") !== undefined && !line.boolean("embedded") && { embedded: false }),
  };
};

export const readDocument = (
  name: string,
  bytes: Uint8Array,
  parsers: ReadonlyMap<string, unknown>,
): ArchivedDocument => {
  const record = ArchiveObject.parse(name, bytes);
  const id = record.text("id");
  if (!isUuid(id)) throw record.mustBe("id", "a UUID");
  if (record.value("withdrawn") !== undefined) {
    if (record.value("withdrawn") !== true) throw record.mustBe("withdrawn", "true");
    return { id, withdrawn: true };
  }
  const filename = record.text("filename");
  // Same check as for an upload: an archive can contain any file name, and names are sent to browsers.
  if (filename === "" || cleanFilename(filename) !== filename) throw record.mustBe("filename", "a plain file name");
  const fileType = record.text("file_type");
  // The names of uploaded chunks and web pages don't indicate a type.
  const named = fileTypeOf(filename, parsers) ?? fileTypeOf(`.${fileType}`, parsers);
  if (fileType !== GIVEN_CHUNKS_TYPE && named !== fileType)
    throw record.mustBe("file_type", "the type of the file name's extension, and one that this service reads");
  const metadata = record.metadata(`archive: can't be imported: ${name}: metadata`);
  checkMetadata(metadata, `archive: can't be imported: ${name}: metadata`);
  const createdAt = record.text("created_at");
  if (!isTimestamp(createdAt)) throw record.mustBe("created_at", "a time such as 2026-01-31T12:00:00.000Z");
  return {
    id,
    filename,
    file_type: fileType,
    file_size: record.integer("file_size", 0, MAX_SAFE_COUNT),
    sha256: record.text("sha256"),
    metadata,
    ready: record.boolean("ready"),
    chunk_count: record.integer("chunk_count", 0, MAX_COUNT),
    token_count: record.integer("token_count", 0, MAX_SAFE_COUNT),
    info: readInfo(record),
    created_at: createdAt,
    ...readNames(record),
    ...readOriginal(record),
  };
};

/** Reads the fields that archives of earlier versions don't have. */
const readNames = (record: ArchiveObject) => {
  const input = (name: string): boolean => record.value(name) !== undefined;
  if (input("external_id")) checkExternalId(record.text("external_id"), "archive: can't be imported: external_id");
  if (input("expires_at") && !isTimestamp(record.text("expires_at"))) {
    throw record.mustBe("expires_at", "a time such as 2026-01-31T12:00:00.000Z");
  }
  // Whether the URL may be fetched is checked at that time.
  if (input("source_url") && !URL.canParse(record.text("source_url", MAX_URL))) {
    throw record.mustBe("source_url", "a URL");
  }
  return {
    ...(input("external_id") && { external_id: record.text("external_id") }),
    ...(input("expires_at") && { expires_at: record.text("expires_at") }),
    ...(input("source_url") && { source_url: record.text("source_url") }),
  };
};

const readOriginal = (record: ArchiveObject): { readonly original?: "missing" | "changed" } => {
  const original = record.value("original");
  if (original === undefined) return {};
  if (original === "missing" || original === "changed") return { original };
  throw record.mustBe("original", '"missing" or "changed"');
};

const isTimestamp = (text: string): boolean =>
  /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

const MAX_INFO_TEXT = 65_536;

const readInfo = (record: ArchiveObject): DocumentInfo | null => {
  if (record.value("info") === null) return null;
  const info = record.inner("info");
  const text = (name: string) => (info.value(name) === undefined ? {} : { [name]: info.text(name, MAX_INFO_TEXT) });
  const count = (name: string) => (info.value(name) === undefined ? {} : { [name]: info.integer(name, 0, MAX_COUNT) });
  const time = (name: string) => {
    if (info.value(name) !== undefined && Number.isNaN(Date.parse(info.text(name, 64)))) {
      throw info.mustBe(name, "a time");
    }
    return text(name);
  };
  const texts = (name: string) => {
    const value = info.value(name);
    if (value === undefined) return {};
    if (!isTexts(value)) throw info.mustBe(name, "a list of strings");
    return { [name]: value };
  };
  const attachments = info.value("attachments");
  if (attachments !== undefined && !isAttachments(attachments)) {
    throw info.mustBe("attachments", "a list of ids and file names of documents");
  }
  const ocrConfidences = info.value("ocrConfidences");
  if (ocrConfidences !== undefined && !isConfidences(ocrConfidences)) {
    throw info.mustBe("ocrConfidences", "a list of pages and their confidences");
  }
  const fields = info.value("fields");
  if (fields !== undefined && !isFields(fields)) throw info.mustBe("fields", "strings and lists of strings by name");
  return {
    ...text("title"),
    ...text("author"),
    ...time("createdAt"),
    ...time("modifiedAt"),
    ...texts("keywords"),
    ...text("language"),
    ...count("pages"),
    ...count("ocrPages"),
    ...(ocrConfidences !== undefined && { ocrConfidences }),
    ...count("repeatedLines"),
    ...texts("warnings"),
    ...(fields !== undefined && { fields }),
    ...(attachments !== undefined && { attachments }),
  };
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

const isConfidences = (value: unknown): value is NonNullable<DocumentInfo["ocrConfidences"]> =>
  Array.isArray(value) &&
  value.every((item) => isJsonObject(item) && Number.isInteger(item["page"]) && typeof item["confidence"] === "number");

const isFields = (value: unknown): value is NonNullable<DocumentInfo["fields"]> =>
  isJsonObject(value) && Object.values(value).every((field) => typeof field === "string" || isTexts(field));

const isAttachments = (value: unknown): value is NonNullable<DocumentInfo["attachments"]> =>
  Array.isArray(value) &&
  value.every(
    (item) =>
      isJsonObject(item) &&
      typeof item["id"] === "string" &&
      isUuid(item["id"]) &&
      typeof item["filename"] === "string",
  );

export const readEnd = (bytes: Uint8Array): ArchiveEnd => {
  const end = ArchiveObject.parse(END, bytes);
  return {
    documents: end.integer("documents", 0, MAX_SAFE_COUNT),
    chunks: end.integer("chunks", 0, MAX_SAFE_COUNT),
    vectors: end.integer("vectors", 0, MAX_SAFE_COUNT),
    sha256: end.text("sha256"),
    ...(end.value("lacking") !== undefined && { lacking: readLacking(end.inner("lacking")) }),
  };
};

const readLacking = (lacking: ArchiveObject): Lacking => ({
  originals: readItems(lacking.inner("originals")),
  chunks: readItems(lacking.inner("chunks")),
  documents: readItems(lacking.inner("documents")),
  vectors: readItems(lacking.inner("vectors")),
  unlisted_vectors: lacking.boolean("unlisted_vectors"),
});

const readItems = (items: ArchiveObject): LackingItems => {
  const ids = items.value("ids");
  if (!isTexts(ids)) throw items.mustBe("ids", "a list of strings");
  return { count: items.integer("count", 0, MAX_SAFE_COUNT), ids };
};

/** Reads one vector per passage. They must be unit vectors, like all stored vectors. */
export const readVectors = (name: string, bytes: Buffer, count: number, dimension: number): readonly Float32Array[] => {
  const size = count * dimension * Float32Array.BYTES_PER_ELEMENT;
  if (bytes.byteLength !== size) {
    throw broken(`${name}: must have ${count} vectors of ${dimension} numbers, ${size} bytes, got ${bytes.byteLength}`);
  }
  return Array.from({ length: count }, (_, at) => readVector(name, bytes, at, dimension));
};

/** Far above rounding errors, and far below any visible difference in scores. */
const LENGTH_TOLERANCE = 1e-3;

const readVector = (name: string, bytes: Buffer, at: number, dimension: number): Float32Array => {
  const vector = new Float32Array(dimension);
  let offset = at * dimension * Float32Array.BYTES_PER_ELEMENT;
  let sum = 0;
  for (let index = 0; index < dimension; index += 1) {
    const value = bytes.readFloatLE(offset);
    vector[index] = value;
    sum += value * value;
    offset += Float32Array.BYTES_PER_ELEMENT;
  }
  // NaN is not within the tolerance either.
  if (Math.abs(Math.sqrt(sum) - 1) <= LENGTH_TOLERANCE) return vector;
  throw broken(`${name}: vector ${at + 1} must be finite numbers and of length 1, got the length ${Math.sqrt(sum)}`);
};

/** Sets the document's id in a chunk's metadata. */
export const withDocumentId = (metadata: JsonObject, documentId: string): JsonObject => ({
  ...metadata,
  document_id: documentId,
});
