import type { DocumentStatus } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { Kysely, SelectQueryBuilder } from "kysely";
import type { DatabaseService } from "./database.ts";
import { documentFromRow, type DocumentListRequest, type DocumentRecord } from "./document.ts";
import { countDocuments } from "./document-counts.ts";
import { makeLiveGenerations } from "./live-generations.ts";
import type { DocumentsTable, Tables } from "./tables.ts";

/** Its place in the order of lists. */
type DocumentPlace = Pick<DocumentRecord, "createdAt" | "id">;

export const makeDocumentReads = (database: DatabaseService) => {
  const byId = database.prepareRead<DocumentsTable>((kysely, placeholder) =>
    kysely.selectFrom("documents").selectAll().where("id", "=", placeholder(0)),
  );
  const findById = (id: string) =>
    Effect.map(byId(id), ([row]) => (row === undefined ? undefined : documentFromRow(row)));
  return {
    findById,
    find: (collectionId: string, id: string) =>
      Effect.map(findById(id), (document) => (document?.collectionId === collectionId ? document : undefined)),
    list: (collectionId: string, request: DocumentListRequest) => listDocuments(database, collectionId, request),
    listAfter: (collectionId: string, after: DocumentPlace | undefined, limit: number) =>
      listDocumentsAfter(database, collectionId, after, limit),
    findMany: (collectionId: string, ids: readonly string[]) => findDocuments(database, collectionId, ids),
    liveGenerations: makeLiveGenerations(database),
    unfinished: Effect.map(
      database.read((kysely) =>
        kysely
          .selectFrom("documents")
          .selectAll()
          .where("status", "in", ["pending", "processing"])
          .orderBy("created_at")
          .orderBy("id")
          .execute(),
      ),
      (rows) => rows.map(documentFromRow),
    ),
  };
};

const listDocuments = (database: DatabaseService, collectionId: string, request: DocumentListRequest) =>
  database.read(async (kysely) => {
    const { status, failedBy } = request;
    const matching = kysely
      .selectFrom("documents")
      .where("collection_id", "=", collectionId)
      .$if(status !== undefined, (query) => query.where("status", "=", status!))
      .$if(failedBy !== undefined, (query) => query.where("status", "=", "failed").where("failed_by", "=", failedBy!));
    const rows = await matching
      .selectAll()
      .orderBy("created_at")
      .orderBy("id")
      .limit(request.limit)
      .offset(request.offset)
      .execute();
    const total = failedBy === undefined ? await countOf(kysely, collectionId, status) : await countRows(matching);
    return { items: rows.map(documentFromRow), total };
  });

const countOf = async (kysely: Kysely<Tables>, collectionId: string, status: DocumentStatus | undefined) => {
  const counts = await countDocuments(kysely, collectionId);
  return status === undefined ? counts.pending + counts.processing + counts.ready + counts.failed : counts[status];
};

/** One by one: failed documents are few. */
const countRows = async (documents: SelectQueryBuilder<Tables, "documents", object>): Promise<number> => {
  const row = await documents.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return Number(row.total);
};

const listDocumentsAfter = (
  database: DatabaseService,
  collectionId: string,
  after: DocumentPlace | undefined,
  limit: number,
) =>
  database.read(async (kysely): Promise<readonly DocumentRecord[]> => {
    const rows = await kysely
      .selectFrom("documents")
      .selectAll()
      .where("collection_id", "=", collectionId)
      .$if(after !== undefined, (query) =>
        query.where((where) =>
          where.or([
            where("created_at", ">", after!.createdAt),
            where.and([where("created_at", "=", after!.createdAt), where("id", ">", after!.id)]),
          ]),
        ),
      )
      .orderBy("created_at")
      .orderBy("id")
      .limit(limit)
      .execute();
    return rows.map(documentFromRow);
  });

const findDocuments = (database: DatabaseService, collectionId: string, ids: readonly string[]) =>
  database.read(async (kysely): Promise<readonly DocumentRecord[]> => {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return [];
    const rows = await kysely
      .selectFrom("documents")
      .selectAll()
      .where("id", "in", wanted)
      .where("collection_id", "=", collectionId)
      .execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    return wanted.flatMap((id) => {
      const row = found.get(id);
      return row === undefined ? [] : [documentFromRow(row)];
    });
  });
