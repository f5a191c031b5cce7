import { Effect } from "effect";
import type { DatabaseService } from "./database.ts";
import { makeMetaRepository } from "./meta-repository.ts";
import { StoreError } from "./store-error.ts";

const PROBE = "write_probe";

/** Writes a few bytes and reads them back. Costs as much as a small write. Several processes can do it at once. */
export const probeDatabase = (database: DatabaseService): Effect.Effect<void, StoreError> => {
  const meta = makeMetaRepository(database);
  return Effect.gen(function* () {
    yield* meta.set(PROBE, String(Date.now()));
    if ((yield* meta.get(PROBE)) !== undefined) return;
    return yield* new StoreError({ reason: "internal", message: "written data can't be read" });
  });
};
