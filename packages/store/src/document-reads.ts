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
      listAfter(database, (documents) => documents.where("collection_id", "=", collectionId), after, limit),
    findMany: (collectionId: string, ids: readonly string[]) => findDocuments(database, collectionId, ids),
    liveGenerations: makeLiveGenerations(database),
    listUnfinished: (status: DocumentStatus, after: DocumentPlace | undefined, limit: number) =>
      listAfter(database, (documents) => documents.where("status", "=", status), after, limit),
  };
};

const listDocuments = (database: DatabaseService, collectionId: string, request: DocumentListRequest) =>
  database.read(async (kysely) => {
    const { status, failedBy } = request;
    const matching = kysely
      .selectFrom("documents")
      .where("collection_id", "=", collectionId)
      .$if(status !== undefined, (query) => query.where("status", "=", status!))
      // Only what failed is somebody's failure.
      .$if(failedBy !== undefined, (query) => query.where("failed_by", "=", failedBy!));
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

/** By an index that holds no others. */
const countRows = async (documents: SelectQueryBuilder<Tables, "documents", object>): Promise<number> => {
  const row = await documents.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return Number(row.total);
};

/** By an index that holds what `narrow` names in the order of lists. */
const listAfter = (
  database: DatabaseService,
  narrow: (documents: SelectQueryBuilder<Tables, "documents", object>) => typeof documents,
  after: DocumentPlace | undefined,
  limit: number,
) =>
  database.read(async (kysely): Promise<readonly DocumentRecord[]> => {
    const rows = await narrow(kysely.selectFrom("documents"))
      .selectAll()
      .$if(after !== undefined, (query) =>
        query
          .where("created_at", ">=", after!.createdAt)
          .where((where) => where.or([where("created_at", ">", after!.createdAt), where("id", ">", after!.id)])),
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
