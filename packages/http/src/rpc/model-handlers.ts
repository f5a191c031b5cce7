import { ModelService } from "@quarry/api";
import { ModelUses } from "@quarry/catalog";
import { invalidArgument } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { type BoundService, bindWholeService, refuseLimitedKey } from "./handler.ts";
import { toLocalModel, toModelUse } from "./model-messages.ts";
import { runEffect } from "./run-effect.ts";

/** Creates the rpcs of ModelService. */
export const makeModelHandlers: Effect.Effect<BoundService, never, ModelUses> = Effect.map(ModelUses, (uses) =>
  bindWholeService(ModelService, {
    listModels: async (_request, context) => {
      refuseLimitedKey(context);
      const models = await runEffect(uses.models);
      const use = await runEffect(uses.latest);
      return { models: models.map(toLocalModel), ...(use !== undefined && { use: toModelUse(use) }) };
    },

    prepareModel: async ({ name, collections, all = false }, context) => {
      refuseLimitedKey(context);
      if (all && collections.length > 0) throw invalidArgument("collections: must be empty where all is true");
      return toModelUse(await runEffect(uses.prepare(name, all ? "all" : collections)));
    },

    useModel: async ({ name }, context) => {
      refuseLimitedKey(context);
      return toModelUse(await runEffect(uses.use(name)));
    },

    cancelModelUse: async (_request, context) => {
      refuseLimitedKey(context);
      return toModelUse(await runEffect(uses.cancel));
    },

    rollBackModelUse: async (_request, context) => {
      refuseLimitedKey(context);
      return toModelUse(await runEffect(uses.rollBack));
    },
  }),
);
