import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@quarry/plugin/domain";
import {
  CollectionRepository,
  type CollectionRepositoryService,
  Database,
  type DatabaseService,
  DocumentRepository,
  type DocumentRepositoryService,
  mysqlDatabaseLayer,
  type NewCollection,
  type NewDocument,
  sqliteDatabaseLayer,
  type StoreError,
} from "@quarry/store";
import { Effect, Layer, ManagedRuntime, Redacted } from "effect";

export interface Opened {
  readonly database: DatabaseService;
  readonly collections: CollectionRepositoryService;
  readonly documents: DocumentRepositoryService;
  readonly close: () => Promise<void>;
}

/** Location of a database, so that another connection or process can open it too. */
export type DatabaseLocation = { readonly path: string } | { readonly url: string };

/** Creates an empty database for one test. */
export type CreateDatabase = () => Promise<{
  readonly location: DatabaseLocation;
  readonly remove: () => Promise<void>;
}>;

export const databaseLayer = (location: DatabaseLocation): Layer.Layer<Database, StoreError> =>
  "path" in location ? sqliteDatabaseLayer(location) : mysqlDatabaseLayer({ url: Redacted.make(location.url) });

/** Creates a database file in a folder of its own. */
export const createSqliteDatabase: CreateDatabase = async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-store-"));
  return {
    location: { path: join(directory, "quarry.db") },
    remove: async () => rmSync(directory, { recursive: true }),
  };
};

export const open = async (location: DatabaseLocation): Promise<Opened> => {
  const repositories = Layer.mergeAll(CollectionRepository.layer, DocumentRepository.layer);
  const runtime = ManagedRuntime.make(repositories.pipe(Layer.provideMerge(databaseLayer(location))));
  return runtime.runPromise(
    Effect.gen(function* () {
      return {
        database: yield* Database,
        collections: yield* CollectionRepository,
        documents: yield* DocumentRepository,
        close: () => runtime.dispose(),
      };
    }),
  );
};

/** Opens a database that is removed when it is closed. */
export const openTemporary = async (
  createDatabase: CreateDatabase,
): Promise<Opened & { readonly location: DatabaseLocation }> => {
  const { location, remove } = await createDatabase();
  const opened = await open(location);
  return {
    ...opened,
    location,
    close: async () => {
      await opened.close();
      await remove();
    },
  };
};

export const newCollection = (over: Partial<NewCollection> = {}): NewCollection => ({
  id: newId(),
  name: `c_${newId().replaceAll("-", "")}`,
  description: "",
  embeddingProvider: "local",
  embeddingModel: "hashed",
  embeddingApiKey: null,
  dimension: 1024,
  chunkSize: 512,
  chunkOverlap: 50,
  rerankingEnabled: false,
  rerankingModel: "rerank-v3.5",
  rerankingApiKey: null,
  defaultTopK: 10,
  defaultMinScore: null,
  defaultSearchMode: "semantic",
  metadata: {},
  ...over,
});

export const newDocument = (collectionId: string, over: Partial<NewDocument> = {}): NewDocument => ({
  id: newId(),
  collectionId,
  filename: "report.pdf",
  fileType: "pdf",
  fileSize: 1_000,
  contentHash: "ab".repeat(32),
  metadata: {},
  ...over,
});
