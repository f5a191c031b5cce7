import { Effect } from "effect";
import type { DatabaseService } from "./database.ts";
import { makeMetaRepository } from "./meta-repository.ts";
import { StoreError } from "./store-error.ts";

const PROBE = "write_probe";

/** Writes a few bytes and reads them back; costs what a small write costs. Several processes may do so at once. */
export const probeDatabase = (database: DatabaseService): Effect.Effect<void, StoreError> => {
  const meta = makeMetaRepository(database);
  return Effect.gen(function* () {
    yield* meta.set(PROBE, String(Date.now()));
    if ((yield* meta.get(PROBE)) !== undefined) return;
    return yield* new StoreError({ reason: "internal", message: "what was written is not there to be read" });
  });
};
