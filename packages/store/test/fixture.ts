import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@quarry/domain";
import {
  CollectionRepository,
  type CollectionRepositoryService,
  Database,
  type DatabaseService,
  DocumentRepository,
  type DocumentRepositoryService,
  type NewCollection,
  type NewDocument,
} from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";

export interface Opened {
  readonly database: DatabaseService;
  readonly collections: CollectionRepositoryService;
  readonly documents: DocumentRepositoryService;
  readonly close: () => Promise<void>;
}

export const open = async (path: string): Promise<Opened> => {
  const repositories = Layer.mergeAll(CollectionRepository.layer, DocumentRepository.layer);
  const runtime = ManagedRuntime.make(repositories.pipe(Layer.provideMerge(Database.layerSqlite({ path }))));
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

/** A database in a folder of its own. */
export const openTemporary = async (): Promise<Opened & { readonly path: string }> => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-store-"));
  const path = join(directory, "quarry.db");
  const opened = await open(path);
  return {
    ...opened,
    path,
    close: async () => {
      await opened.close();
      rmSync(directory, { recursive: true });
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
