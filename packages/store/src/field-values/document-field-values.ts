import type { JsonObject, JsonValue } from "@quarry/plugin/domain";
import { forEachSentValue, forEachValue } from "@quarry/plugin/facts";
import type { Selectable } from "kysely";
import { type DocumentInfo, externalIdOf } from "../document.ts";
import { documentMetadata } from "../document-metadata.ts";
import type { DocumentsTable } from "../tables.ts";
import {
  UNINDEXED_PATH,
  fieldValue,
  FAILED_BY_PATH,
  fieldPathDigest,
  KIND,
  ALL_DOCUMENTS_PATH,
  nodeValues,
  presentValue,
  STATUS_PATH,
  encodeScalar,
} from "./field-value-bytes.ts";

/**
 * Maximum indexed field values per document. A document with more is matched by its metadata instead: ten thousand tags
 * would be as many rows to write.
 */
export const MAX_FIELD_VALUES = 2_048;

type StatusColumns = Pick<Selectable<DocumentsTable>, "status" | "failed_by">;

/** Columns of a document that filters and lists can use. */
export type DescribedRow = StatusColumns &
  Pick<
    Selectable<DocumentsTable>,
    | ("id" | "filename" | "file_type" | "metadata" | "info" | "created_at")
    | ("content_hash" | "external_id" | "external_id_sent" | "source_url" | "expires_at")
  >;

/** Metadata that filters see for a document. Filters on its chunks see the same, plus the position of each chunk. */
export const filteredMetadata = (row: Omit<DescribedRow, keyof StatusColumns>): JsonObject =>
  documentMetadata(
    {
      id: row.id,
      filename: row.filename,
      fileType: row.file_type,
      createdAt: row.created_at,
      metadata: JSON.parse(row.metadata) as JsonObject,
      contentHash: row.content_hash,
      externalId: externalIdOf(row),
      sourceUrl: row.source_url,
      expiresAt: row.expires_at,
    },
    row.info === null ? {} : (JSON.parse(row.info) as DocumentInfo),
  );

/** Returns a document's field values, without duplicates. */
export const documentFieldValues = (row: DescribedRow): readonly Buffer[] => fieldValuesOf(row, forEachValue);

/** Returns the field values as indexed before the canonical form. */
export const previousFieldValues = (row: DescribedRow): readonly Buffer[] => fieldValuesOf(row, forEachSentValue);

/**
 * Returns the field values to remove when a document changes or is deleted. They include the old form:
 * `giveCanonicalForm` may not have reached the document yet.
 */
export const removableFieldValues = (row: DescribedRow): readonly Buffer[] => {
  const values = [...documentFieldValues(row), ...previousFieldValues(row)];
  return [...new Map(values.map((each) => [each.toString("latin1"), each])).values()];
};

const fieldValuesOf = (row: DescribedRow, forEach: typeof forEachValue): readonly Buffer[] => {
  const statusValues = [presentValue(ALL_DOCUMENTS_PATH), ...statusFieldValues(row)];
  const values = metadataFieldValues(filteredMetadata(row), forEach);
  return values.length > MAX_FIELD_VALUES
    ? [...statusValues, presentValue(UNINDEXED_PATH)]
    : [...statusValues, ...values];
};

export const statusFieldValues = ({ status, failed_by: failedBy }: StatusColumns): readonly Buffer[] => [
  encodeScalar(STATUS_PATH, status),
  ...(failedBy === null ? [] : [encodeScalar(FAILED_BY_PATH, failedBy)]),
];

/** Stops as soon as the limit is exceeded. */
const metadataFieldValues = (metadata: JsonObject, forEach: typeof forEachValue): readonly Buffer[] => {
  const values = new Map<string, Buffer>();
  const add = (each: Buffer): void => void values.set(each.toString("latin1"), each);
  forEach(metadata, (name, value) => {
    if (values.size > MAX_FIELD_VALUES) return;
    const path = fieldPathDigest(name);
    add(presentValue(path));
    if (Array.isArray(value)) add(fieldValue(path, KIND.array));
    for (const item of Array.isArray(value) ? (value as readonly JsonValue[]) : [value]) {
      if (values.size > MAX_FIELD_VALUES) return;
      if (item === null) add(fieldValue(path, KIND.nullElement));
      else if (typeof item !== "object")
        for (const each of [encodeScalar(path, item), ...nodeValues(path, item)]) add(each);
    }
  });
  return [...values.values()];
};
