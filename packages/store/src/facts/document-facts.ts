import type { JsonObject, JsonValue } from "@quarry/plugin/domain";
import { forEachValue } from "@quarry/plugin/facts";
import type { Selectable } from "kysely";
import { type DocumentInfo, externalIdText } from "../document.ts";
import { documentMetadata } from "../document-metadata.ts";
import type { DocumentsTable } from "../tables.ts";
import {
  CROWDED_PATH,
  fact,
  FAILED_BY_PATH,
  factPath,
  KIND,
  LIVE_PATH,
  nodeFacts,
  presentFact,
  STATUS_PATH,
  valueFact,
} from "./fact-values.ts";

/** Facts kept of one document. One with more is looked at itself: ten thousand tags would be as many rows to write. */
export const MAX_FACTS = 2_048;

type Standing = Pick<Selectable<DocumentsTable>, "status" | "failed_by">;

/** What filters and lists can ask of a document. */
export type DescribedRow = Standing &
  Pick<
    Selectable<DocumentsTable>,
    | ("id" | "filename" | "file_type" | "metadata" | "info" | "created_at")
    | ("content_hash" | "external_id" | "source_url" | "expires_at")
  >;

/** What filters see of a document. Of its chunks they see this too, and the place of each. */
export const filteredMetadata = (row: Omit<DescribedRow, keyof Standing>): JsonObject =>
  documentMetadata(
    {
      id: row.id,
      filename: row.filename,
      fileType: row.file_type,
      createdAt: row.created_at,
      metadata: JSON.parse(row.metadata) as JsonObject,
      contentHash: row.content_hash,
      externalId: row.external_id === null ? null : externalIdText(row.external_id),
      sourceUrl: row.source_url,
      expiresAt: row.expires_at,
    },
    row.info === null ? {} : (JSON.parse(row.info) as DocumentInfo),
  );

/** Each once. */
export const documentFacts = (row: DescribedRow): readonly Buffer[] => {
  const standing = [presentFact(LIVE_PATH), ...standingFacts(row)];
  const facts = metadataFacts(filteredMetadata(row));
  return facts.length > MAX_FACTS ? [...standing, presentFact(CROWDED_PATH)] : [...standing, ...facts];
};

export const standingFacts = ({ status, failed_by: failedBy }: Standing): readonly Buffer[] => [
  valueFact(STATUS_PATH, status),
  ...(failedBy === null ? [] : [valueFact(FAILED_BY_PATH, failedBy)]),
];

/** Stops as soon as there are too many. */
const metadataFacts = (metadata: JsonObject): readonly Buffer[] => {
  const facts = new Map<string, Buffer>();
  const add = (each: Buffer): void => void facts.set(each.toString("latin1"), each);
  forEachValue(metadata, (name, value) => {
    if (facts.size > MAX_FACTS) return;
    const path = factPath(name);
    add(presentFact(path));
    if (Array.isArray(value)) add(fact(path, KIND.array));
    for (const item of Array.isArray(value) ? (value as readonly JsonValue[]) : [value]) {
      if (facts.size > MAX_FACTS) return;
      if (item === null) add(fact(path, KIND.nullElement));
      else if (typeof item !== "object")
        for (const each of [valueFact(path, item), ...nodeFacts(path, item)]) add(each);
    }
  });
  return [...facts.values()];
};
