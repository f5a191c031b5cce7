import { yieldToOthers } from "@quarry/plugin/time-slice";
import type { Kysely } from "kysely";
import type { DatabaseService } from "./database.ts";
import { documentFromRow, type DocumentRecord } from "./document.ts";
import type { Tables } from "./tables.ts";

/** Documents of the same bytes read at a time: nearly always the first is meant. */
const SAME_AT_ONCE = 16;
/** Hashes read at a time, from an index that has them: a few milliseconds. */
const HASHES_AT_ONCE = 4_096;
/** Documents given of one group. */
const MOST_OF_GROUP = 100;
/** Documents given of all groups: no group is begun after so many. */
const MOST_OF_PAGE = 1_000;

/** Documents with the same bytes, the oldest first. */
export interface SameBytes {
  readonly contentHash: string;
  /** At least two; the first 100. */
  readonly documents: readonly DocumentRecord[];
  readonly hasMore: boolean;
}

export interface DuplicatesRequest {
  /** Most groups. */
  readonly limit: number;
  /** Only those of later hashes. */
  readonly after?: string | undefined;
  /** Others don't count. */
  readonly isMeant: (document: DocumentRecord) => boolean;
}

export interface DuplicatesPage {
  readonly groups: readonly SameBytes[];
  /** The hash of the last group, where others may follow. */
  readonly next: string | undefined;
}

/** Documents with these bytes that have not expired, the oldest first. */
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
      .limit(SAME_AT_ONCE)
      .$if(lock, (documents) => documents.forUpdate())
      .execute();
    for (const row of rows) yield (after = documentFromRow(row));
    if (rows.length < SAME_AT_ONCE) return;
  }
}

/** Groups in the order of their hashes. A walk over an index, in which others have their turns. */
export const listDuplicates = (database: DatabaseService, collectionId: string, request: DuplicatesRequest) =>
  database.read(async (kysely): Promise<DuplicatesPage> => {
    const time = new Date().toISOString();
    const groups: SameBytes[] = [];
    let returned = 0;
    let scanned = 0;
    for await (const contentHash of repeatedHashes(kysely, collectionId, request.after ?? "")) {
      if (groups.length === request.limit || returned >= MOST_OF_PAGE) {
        return { groups, next: groups.at(-1)!.contentHash };
      }
      const documents: DocumentRecord[] = [];
      for await (const document of withContent(kysely, collectionId, contentHash, time, false)) {
        if (request.isMeant(document)) documents.push(document);
        if (documents.length > MOST_OF_GROUP) break;
        if (++scanned % SAME_AT_ONCE === 0) await yieldToOthers();
      }
      if (documents.length < 2) continue;
      const shown = documents.slice(0, MOST_OF_GROUP);
      groups.push({ contentHash, documents: shown, hasMore: documents.length > shown.length });
      returned += shown.length;
    }
    return { groups, next: undefined };
  });

/** Hashes that several documents have. What has no bytes yet has none. */
async function* repeatedHashes(kysely: Kysely<Tables>, collectionId: string, from: string): AsyncGenerator<string> {
  let after = from;
  for (;;) {
    const rows = await kysely
      .selectFrom("documents")
      .select("content_hash")
      .where("collection_id", "=", collectionId)
      .where("content_hash", ">", after)
      .orderBy("content_hash")
      .limit(HASHES_AT_ONCE)
      .execute();
    const isLast = rows.length < HASHES_AT_ONCE;
    const final = rows.at(-1)?.content_hash;
    const isOneHash = rows[0]?.content_hash === final;
    let count = 0;
    for (const { content_hash: hash } of rows) {
      // There may be more of it than were read: it is read again, unless nothing else was.
      if (hash === final && !isLast && !isOneHash) break;
      count = hash === after ? count + 1 : 1;
      after = hash;
      if (count === 2) yield hash;
    }
    if (isLast) return;
    await yieldToOthers();
  }
}
