import { ChangeService, IndexChangeSchema, RollBackChangeRequestSchema, StartChangeRequestSchema } from "@quarry/api";
import { Collections, Idempotency, IndexChanges } from "@quarry/catalog";
import { Plugins } from "@quarry/host";
import { onBehalfOf } from "@quarry/jobs";
import { Effect } from "effect";
import { fromStartChange, toIndexChange, toIndexDescription } from "./change-messages.ts";
import { bindWholeService } from "./handler.ts";
import { answerIdempotently, fingerprintOfMessage } from "./idempotent.ts";
import { pageOf } from "./messages.ts";
import { answers } from "./readiness.ts";
import { runEffect } from "./run-effect.ts";

/** Creates the rpcs of ChangeService. */
export const makeChangeHandlers = Effect.gen(function* () {
  const collections = yield* Collections;
  const changes = yield* IndexChanges;
  const idempotency = yield* Idempotency;
  const { vectorStores, vectorStore: defaultStore } = yield* Plugins;
  return bindWholeService(ChangeService, {
    startChange: async (request, context) => {
      const fingerprint = () => fingerprintOfMessage(StartChangeRequestSchema, request);
      const once = { idempotency, context, route: "start change", fingerprint, output: IndexChangeSchema };
      return runEffect(
        answerIdempotently(once, (within) =>
          changes
            .start(request.collectionName, fromStartChange(request), within)
            .pipe(Effect.map((change) => toIndexChange(change, request.collectionName))),
        ),
      );
    },

    rollBackChange: async (request, context) => {
      const fingerprint = () => fingerprintOfMessage(RollBackChangeRequestSchema, request);
      const once = { idempotency, context, route: "roll back change", fingerprint, output: IndexChangeSchema };
      return runEffect(
        answerIdempotently(once, (within) =>
          changes
            .rollBack(request.collectionName, request.id, within)
            .pipe(Effect.map((change) => toIndexChange(change, request.collectionName))),
        ),
      );
    },

    listChanges: async ({ collectionName: name, ...range }) => {
      const page = await runEffect(changes.list(name, pageOf(range)));
      const collection = await runEffect(collections.get(name));
      return {
        changes: page.items.map((change) => toIndexChange(change, name)),
        total: page.total,
        current: toIndexDescription(collection),
      };
    },

    getChange: async ({ collectionName, id }) =>
      toIndexChange(await runEffect(changes.get(collectionName, id)), collectionName),

    cancelChange: async ({ collectionName, id }, { principal }) => {
      const cancellation = changes.cancel(collectionName, id);
      return toIndexChange(await runEffect(onBehalfOf(principal?.name)(cancellation)), collectionName);
    },

    listVectorStores: async () => {
      const stores = await runEffect(
        Effect.forEach(
          [...vectorStores.values()],
          ({ name, plugin, service }) =>
            Effect.map(answers(service.health), (healthy) => ({
              name,
              plugin,
              isDefault: name === defaultStore.name,
              healthy,
            })),
          { concurrency: "unbounded" },
        ),
      );
      return { vectorStores: stores };
    },
  });
});
