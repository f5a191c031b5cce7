import { VectorService } from "@quarry/api";
import { Vectors } from "@quarry/catalog";
import { Effect } from "effect";
import { type BoundService, bindWholeService } from "./handler.ts";
import { runEffect } from "./run-effect.ts";

/** The rpcs of VectorService. */
export const makeVectorHandlers: Effect.Effect<BoundService, never, Vectors> = Effect.map(Vectors, (vectors) =>
  bindWholeService(VectorService, {
    upsertVectors: async (request) => ({
      status: "ok",
      upserted: await runEffect(vectors.upsert(request.collectionName, request.vectors)),
    }),

    deleteVectors: async (request) => ({
      status: "ok",
      deleted: await runEffect(vectors.remove(request.collectionName, request.ids)),
    }),
  }),
);
