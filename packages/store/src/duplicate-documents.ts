import { yieldToOthers } from "@quarry/plugin/time-slice";
import type { Kysely } from "kysely";
import type { DatabaseService } from "./database.ts";
import { documentFromRow, type DocumentRecord } from "./document.ts";
import type { Tables } from "./tables.ts";

/** Documents with the same content read per query: nearly always the first one matches. */
const DOCUMENTS_PER_QUERY = 16;
/** Hashes read per query, from a covering index: a few milliseconds. */
const HASHES_PER_QUERY = 4_096;
/** Maximum documents returned per group. */
const MAX_DOCUMENTS_PER_GROUP = 100;
/** Total documents after which no further group is started. */
const MAX_DOCUMENTS_PER_PAGE = 1_000;

/** Documents with the same content, oldest first. */
export interface DuplicateGroup {
  readonly contentHash: string;
  /** At least two documents; the first 100. */
  readonly documents: readonly DocumentRecord[];
  readonly hasMore: boolean;
}

export interface DuplicatesRequest {
  /** Maximum number of groups. */
  readonly limit: number;
  /** Only groups with hashes after this one. */
  readonly after?: string | undefined;
  /** Only documents that match are counted. */
  readonly isMeant: (document: DocumentRecord) => boolean;
}

export interface DuplicatesPage {
  readonly groups: readonly DuplicateGroup[];
  /** Hash of the last group, if others may follow. */
  readonly next: string | undefined;
}

/** Yields documents with this content that have not expired, oldest first. */
export async function* withContent(
  kysely: Kysely<Tables>,
  collectionId: string,
  contentHash: string,
  time: string,
  lock: boolean,
): AsyncGenerator<DocumentRecord> {
  let after: DocumentRecord | undefined;
  for (;;) {
    const last = after;
    const rows = await kysely
      .selectFrom("documents")
      .selectAll()
      .where("collection_id", "=", collectionId)
      .where("content_hash", "=", contentHash)
      .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", time)]))
      .$if(last !== undefined, (documents) =>
        documents
          .where("created_at", ">=", last!.createdAt)
          .where((where) => where.or([where("created_at", ">", last!.createdAt), where("id", ">", last!.id)])),
      )
      .orderBy("created_at")
      .orderBy("id")
      .limit(DOCUMENTS_PER_QUERY)
      .$if(lock, (documents) => documents.forUpdate())
      .execute();
    for (const row of rows) yield (after = documentFromRow(row));
    if (rows.length < DOCUMENTS_PER_QUERY) return;
  }
}

/** Lists groups in hash order, by an index scan that yields to other work. */
export const listDuplicates = (database: DatabaseService, collectionId: string, request: DuplicatesRequest) =>
  database.read(async (kysely): Promise<DuplicatesPage> => {
    const time = new Date().toISOString();
    const groups: DuplicateGroup[] = [];
    let returned = 0;
    let scanned = 0;
    for await (const contentHash of repeatedHashes(kysely, collectionId, request.after ?? "")) {
      if (groups.length === request.limit || returned >= MAX_DOCUMENTS_PER_PAGE) {
        return { groups, next: groups.at(-1)!.contentHash };
      }
      const documents: DocumentRecord[] = [];
      for await (const document of withContent(kysely, collectionId, contentHash, time, false)) {
        if (request.isMeant(document)) documents.push(document);
        if (documents.length > MAX_DOCUMENTS_PER_GROUP) break;
        if (++scanned % DOCUMENTS_PER_QUERY === 0) await yieldToOthers();
      }
      if (documents.length < 2) continue;
      const shown = documents.slice(0, MAX_DOCUMENTS_PER_GROUP);
      groups.push({ contentHash, documents: shown, hasMore: documents.length > shown.length });
      returned += shown.length;
    }
    return { groups, next: undefined };
  });

/** Yields hashes shared by several documents. Documents without content yet have no hash. */
async function* repeatedHashes(kysely: Kysely<Tables>, collectionId: string, from: string): AsyncGenerator<string> {
  let after = from;
  for (;;) {
    const rows = await kysely
      .selectFrom("documents")
      .select("content_hash")
      .where("collection_id", "=", collectionId)
      .where("content_hash", ">", after)
      .orderBy("content_hash")
      .limit(HASHES_PER_QUERY)
      .execute();
    const isLast = rows.length < HASHES_PER_QUERY;
    const lastHash = rows.at(-1)?.content_hash;
    const isOneHash = rows[0]?.content_hash === lastHash;
    let count = 0;
    for (const { content_hash: hash } of rows) {
      // The last hash may continue beyond this batch. It is read again, unless it is the only one in the batch.
      if (hash === lastHash && !isLast && !isOneHash) break;
      count = hash === after ? count + 1 : 1;
      after = hash;
      if (count === 2) yield hash;
    }
    if (isLast) return;
    await yieldToOthers();
  }
}
