import { type Filter, isObject } from "./filter-rows.ts";

/** Fields set by the service that many documents share. */
const SHARED = ["file_type", "language", "author"];

/** Fields whose value is unique to nearly every document, or differs between the chunks of a document. */
const OF_ONE = new Set([
  ...["document_id", "filename", "title", "created_at", "file_created_at", "content_hash", "external_id", "source_url"],
  ...["file_modified_at", "parent_id"],
  ...["expires_at", "path", "page", "section", "start_char", "end_char", "chunk_index", "own_fields"],
]);

const OF_CHUNKS = new Set(["page", "section", "start_char", "end_char", "chunk_index", "own_fields"]);

/**
 * Names of hashes and ids, such as the `source_sha256` that the CLI writes: values for programs, useless as filters.
 */
const TECHNICAL_NAME = /(?:^|[_.-])(?:sha\d*|md5|crc\d*|hash|checksum|digest|etag|uuid|guid)$/i;

/** Hexadecimal digests and UUIDs, whatever their field name. */
const TECHNICAL_VALUE = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}(?:[0-9a-f]{8}){0,12}$/i;

/** Maximum number of metadata fields to count, in addition to those that the service knows. */
const MAX_OWN_FIELDS = 8;

/** Returns the fields worth counting, from the metadata of some documents. The most common fields come first. */
export const facetFieldsOf = (metadata: readonly Filter[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const one of metadata) {
    for (const [name, value] of Object.entries(one)) {
      if (isCountable(value) && !OF_ONE.has(name) && !SHARED.includes(name) && !isTechnical(name, value)) {
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
  }
  const own = [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([name]) => name);
  return [...SHARED, ...own.slice(0, MAX_OWN_FIELDS)];
};

/** Whether a filter has only fields that all chunks of a document share. */
export const isOfDocuments = (filter: Filter): boolean =>
  Object.entries(filter).every(([name, condition]) => {
    if (!name.startsWith("$")) return !OF_CHUNKS.has(name);
    return [condition].flat().every((part) => !isObject(part) || isOfDocuments(part));
  });

const isTechnical = (name: string, value: unknown): boolean =>
  TECHNICAL_NAME.test(name) || (typeof value === "string" && TECHNICAL_VALUE.test(value));

const isCountable = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every((item) => !isObject(item) && !Array.isArray(item))
    : value !== null && !isObject(value);
