import { PassageIndex } from "@quarry/index";
import { alreadyExists, type DomainError, invalidArgument, newId } from "@quarry/plugin/domain";
import { FileStore } from "@quarry/store/files";
import { Plugins, type PluginsShape } from "@quarry/host";
import { JobQueue } from "@quarry/jobs";
import {
  type CollectionRecord,
  CollectionRepository,
  Database,
  DocumentRepository,
  type StoreError,
} from "@quarry/store";
import { Context, Effect, Exit, Layer, type Redacted } from "effect";
import { refusing } from "../refusing.ts";
import { CollectionIndex } from "../collection-index.ts";
import { chooseSettings, Collections, type CreateCollection } from "../collections.ts";
import { chooseEmbedding } from "../embedding-choice.ts";
import { NO_PROVIDER } from "../no-model.ts";
import { vectorCollectionOf } from "../vector-collection.ts";
import { type ArchivedCollection, MANIFEST, MAX_RECORD_BYTES } from "./archive-format.ts";
import { DocumentSpool } from "./document-spool.ts";
import { CollectionExport } from "./export-collection.ts";
import type { RunStep } from "./export-steps.ts";
import { CollectionImport, type ImportFailure, type ImportPlan, reading } from "./import-collection.ts";
import { ImportLease } from "./import-lease.ts";
import { readManifest } from "./read-records.ts";
import { broken, TarReader } from "./tar-reader.ts";

export interface ImportRequest {
  readonly name: string;
  readonly newIds: boolean;
  readonly reembed: boolean;
  readonly embeddingApiKey: Redacted.Redacted | undefined;
}

export interface TransfersShape {
  /**
   * Returns the archive of a collection, created on demand; fails with `not_found` at once. `run` runs the steps, and
   * the iteration throws what `run` throws.
   */
  export(name: string, run: RunStep): Effect.Effect<AsyncIterable<Uint8Array>, DomainError | StoreError>;
  /**
   * Creates a collection from an archive, completely or not at all. Fails with `invalid_argument` that describes an
   * error in the archive, and with `already_exists` that names the conflict. Rethrows what `bytes` throws unchanged.
   */
  import(request: ImportRequest, bytes: AsyncIterable<Uint8Array>): Effect.Effect<CollectionRecord, ImportFailure>;
}

/** Export and import of whole collections. */
export class Transfers extends Context.Service<Transfers, TransfersShape>()("@quarry/catalog/Transfers") {
  static readonly layer = (options: {
    /** Maximum bytes of a file. */
    readonly maxBytes: number;
  }) =>
    Layer.effect(
      Transfers,
      Effect.gen(function* () {
        const services = {
          collections: yield* Collections,
          database: yield* Database,
          documents: yield* DocumentRepository,
          files: yield* FileStore,
          index: yield* CollectionIndex,
          jobs: yield* JobQueue,
          passages: yield* PassageIndex,
          plugins: yield* Plugins,
        };
        const repository = yield* CollectionRepository;

        const refuseExistingName = Effect.fnUntraced(function* (name: string) {
          if ((yield* repository.findByName(name)) === undefined) return;
          return yield* alreadyExists(`a collection named "${name}" exists already`);
        });

        const plan = Effect.fnUntraced(function* (request: ImportRequest, archive: TarReader) {
          const settings = yield* reading(() => readFirst(archive));
          const collection = yield* refusing(() => {
            const chosen = collectionOf(settings, request);
            // Does the checks of `create`, which runs at the end, before anything is stored.
            chooseSettings(chosen);
            chooseEmbedding(chosen, services.plugins);
            if (!request.reembed) checkEmbedder(settings, services.plugins);
            return chosen;
          });
          const { newIds, reembed } = request;
          const { dimension } = settings;
          const collectionId = newId();
          return { collectionId, collection, dimension, newIds, reembed, maxFileBytes: options.maxBytes };
        });

        const leaseOf = ({ collectionId }: ImportPlan) =>
          new ImportLease(services.database, services.jobs, {
            scope: "collection",
            collectionId,
            vectors: [
              {
                vectorStore: services.plugins.vectorStore.name,
                vectorCollection: vectorCollectionOf({ id: collectionId, indexNumber: 1 }),
              },
            ],
          });

        const stored = (planned: ImportPlan, archive: TarReader, spool: DocumentSpool) => {
          const lease = leaseOf(planned);
          const work = new CollectionImport(services, planned, archive, spool);
          return Effect.acquireUseRelease(
            lease.take(),
            () => Effect.andThen(Effect.raceFirst(work.store, lease.keep), work.commit(lease)),
            // If this fails too, the lease expires.
            (_, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(lease.giveUp)),
          );
        };

        const importArchive = Effect.fn("Transfers.import")(function* (
          request: ImportRequest,
          bytes: AsyncIterable<Uint8Array>,
        ) {
          yield* refuseExistingName(request.name);
          const archive = new TarReader(bytes);
          const planned = yield* plan(request, archive);
          yield* Effect.acquireUseRelease(
            Effect.promise(() => DocumentSpool.open()),
            (spool) => stored(planned, archive, spool),
            (spool) => Effect.promise(() => spool.close()),
          );
          // Returns the record with the counts of its documents.
          return yield* services.collections.get(request.name);
        });

        const exportCollection = (name: string, run: RunStep) =>
          Effect.map(services.collections.get(name), (collection) =>
            new CollectionExport(services, collection, run).bytes(),
          );

        return { export: exportCollection, import: importArchive };
      }),
    );
}

const readFirst = async (archive: TarReader): Promise<ArchivedCollection> => {
  const first = await archive.next();
  if (first.name !== MANIFEST) throw broken(`it must begin with ${MANIFEST}, got ${JSON.stringify(first.name)}`);
  return readManifest(await archive.whole(MAX_RECORD_BYTES));
};

/** With `reembed`, uses the server's own embedder with its model and dimension. */
const collectionOf = (settings: ArchivedCollection, request: ImportRequest): CreateCollection => ({
  name: request.name,
  description: settings.description,
  ...(!request.reembed && {
    embeddingProvider: settings.embedding_provider,
    embeddingModel: settings.embedding_model,
    dimension: settings.dimension,
  }),
  embeddingApiKey: request.embeddingApiKey,
  chunkSize: settings.chunk_size,
  chunkOverlap: settings.chunk_overlap,
  chunkStrategy: settings.chunk_strategy ?? undefined,
  rerankingEnabled: settings.reranking_enabled,
  rerankingModel: settings.reranking_model,
  defaultTopK: settings.default_top_k,
  defaultMinScore: settings.default_min_score ?? undefined,
  defaultSearchMode: settings.default_search_mode,
  defaultAlpha: settings.default_alpha ?? undefined,
  defaultTtlSeconds: settings.default_ttl_seconds ?? undefined,
  metadata: settings.metadata,
});

/** Vectors are only usable if queries are embedded by the same model, or not at all. */
const checkEmbedder = ({ embedding_provider: provider }: ArchivedCollection, { embedders }: PluginsShape): void => {
  if (embedders.has(provider) || provider === NO_PROVIDER) return;
  throw invalidArgument(
    `archive: its vectors are of the embedding provider ${JSON.stringify(provider)}, which is not configured here (configured: ${[...embedders.keys()].join(", ")}): add it to the config, or import with reembed=true`,
  );
};
