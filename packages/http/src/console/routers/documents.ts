import { Scope } from "@quarry/api";
import { Collections, Documents, type DocumentsShape } from "@quarry/catalog";
import { DomainError } from "@quarry/plugin/domain";
import { ProgressHub, type ProgressHubShape } from "@quarry/events";
import { type DocumentStep, runEffect } from "../../rpc/index.ts";
import { authorize } from "../../rpc/handler.ts";
import { Effect, Schema } from "effect";
import { ticks } from "../trpc/ticks.ts";
import { router, signedIn, toTrpcError } from "../trpc/trpc.ts";
import { ProgressBatch, type ProgressMessage } from "./progress-batch.ts";

/**
 * Interval at which steps are sent together: short enough to look live, long enough for a page with hundreds of files.
 */
const EVERY_MS = 250;

/** Maximum number of documents in processing whose steps a new page gets; workers process far fewer at a time. */
const MAX_FIRST_STEPS = 100;

const InCollection = Schema.toStandardSchemaV1(Schema.Struct({ collection: Schema.String }));

/** Creates the router for the progress of a collection's documents. */
export const makeDocumentsRouter = Effect.gen(function* () {
  const collections = yield* Collections;
  const documents = yield* Documents;
  const hub = yield* ProgressHub;

  return router({
    /**
     * Streams the steps of all documents of a collection: first those of documents in processing, then the newest step
     * of each as it arrives. Steps can be missed: a client reads the documents' status when it connects or reconnects,
     * and after a final step.
     */
    progress: signedIn.input(InCollection).subscription(async function* ({ ctx, input, signal }) {
      const batch = new ProgressBatch();
      let stop: (() => void) | undefined;
      try {
        authorize(ctx.principal, Scope.READ, input.collection);
        const { id } = await runEffect(collections.get(input.collection));
        // Subscribes before reading the records: a step in between is delivered twice rather than missed.
        stop = hub.listenToCollection(id, (documentId, step) => batch.put(documentId, step));
        yield message(true, await firstSteps({ documents, hub }, input.collection));
        for await (const _tick of ticks(EVERY_MS, signal)) {
          if (!ctx.sessions.isOpen(ctx.session)) return;
          const steps = batch.take();
          if (steps.length === 0) continue;
          yield message(false, steps);
        }
      } catch (error) {
        throw error instanceof DomainError ? toTrpcError(error) : error;
      } finally {
        stop?.();
      }
    }),
  });
});

const message = (isFirst: boolean, steps: readonly DocumentStep[]): ProgressMessage => ({ isFirst, steps });

interface Sources {
  readonly documents: Pick<DocumentsShape, "list">;
  readonly hub: ProgressHubShape;
}

const firstSteps = async ({ documents, hub }: Sources, collection: string): Promise<readonly DocumentStep[]> => {
  const request = { status: "processing", limit: MAX_FIRST_STEPS, offset: 0 } as const;
  const { items } = await runEffect(documents.list(collection, request));
  const steps = await Promise.all(
    items.map(async ({ id }) => {
      const step = await runEffect(hub.last(id));
      return step && { documentId: id, ...step };
    }),
  );
  return steps.filter((step) => step !== undefined);
};
