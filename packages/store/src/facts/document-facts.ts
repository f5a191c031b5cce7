import type { JsonObject, JsonValue } from "@quarry/plugin/domain";
import { forEachValue } from "@quarry/plugin/facts";
import type { Selectable } from "kysely";
import type { DocumentInfo } from "../document.ts";
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
const MAX_FACTS = 2_048;

type Standing = Pick<Selectable<DocumentsTable>, "status" | "failed_by">;

/** What filters and lists can ask of a document. */
export type DescribedRow = Standing &
  Pick<
    Selectable<DocumentsTable>,
    | ("id" | "filename" | "file_type" | "metadata" | "info" | "created_at")
    | ("content_hash" | "external_id" | "source_url" | "expires_at")
  >;

/** What filters see of a document. Of its chunks they see this too, and the place of each. */
export const filteredMetadata = (row: Omit<DescribedRow, keyof Standing>): JsonObject => {
  const info = row.info === null ? {} : (JSON.parse(row.info) as DocumentInfo);
  const said = { title: info.title, author: info.author, file_created_at: info.createdAt, language: info.language };
  return {
    ...(Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as JsonObject),
    ...(JSON.parse(row.metadata) as JsonObject),
    document_id: row.id,
    filename: row.filename,
    file_type: row.file_type,
    created_at: row.created_at,
    content_hash: row.content_hash,
    ...(row.external_id !== null && { external_id: Buffer.from(row.external_id).toString("utf8") }),
    ...(row.source_url !== null && { source_url: row.source_url }),
    ...(row.expires_at !== null && { expires_at: row.expires_at }),
  };
};

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
