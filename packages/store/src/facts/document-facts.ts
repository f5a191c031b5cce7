import type { JsonObject, JsonValue } from "@quarry/plugin/domain";
import { forEachSentValue, forEachValue } from "@quarry/plugin/facts";
import type { Selectable } from "kysely";
import { type DocumentInfo, externalIdOf } from "../document.ts";
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

/** Columns of a document that filters and lists can use. */
export type DescribedRow = Standing &
  Pick<
    Selectable<DocumentsTable>,
    | ("id" | "filename" | "file_type" | "metadata" | "info" | "created_at")
    | ("content_hash" | "external_id" | "external_id_sent" | "source_url" | "expires_at")
  >;

/** Metadata that filters see for a document. For its chunks they see this too, and the position of each. */
export const filteredMetadata = (row: Omit<DescribedRow, keyof Standing>): JsonObject =>
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

/** Each once. */
export const documentFacts = (row: DescribedRow): readonly Buffer[] => factsOf(row, forEachValue);

/** The facts that it had before these were in canonical form. */
export const formerFacts = (row: DescribedRow): readonly Buffer[] => factsOf(row, forEachSentValue);

/** The facts to remove of a document that changes or goes: `giveCanonicalForm` may not have come to it. */
export const removableFacts = (row: DescribedRow): readonly Buffer[] => {
  const facts = [...documentFacts(row), ...formerFacts(row)];
  return [...new Map(facts.map((each) => [each.toString("latin1"), each])).values()];
};

const factsOf = (row: DescribedRow, forEach: typeof forEachValue): readonly Buffer[] => {
  const standing = [presentFact(LIVE_PATH), ...standingFacts(row)];
  const facts = metadataFacts(filteredMetadata(row), forEach);
  return facts.length > MAX_FACTS ? [...standing, presentFact(CROWDED_PATH)] : [...standing, ...facts];
};

export const standingFacts = ({ status, failed_by: failedBy }: Standing): readonly Buffer[] => [
  valueFact(STATUS_PATH, status),
  ...(failedBy === null ? [] : [valueFact(FAILED_BY_PATH, failedBy)]),
];

/** Stops as soon as there are too many. */
const metadataFacts = (metadata: JsonObject, forEach: typeof forEachValue): readonly Buffer[] => {
  const facts = new Map<string, Buffer>();
  const add = (each: Buffer): void => void facts.set(each.toString("latin1"), each);
  forEach(metadata, (name, value) => {
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
