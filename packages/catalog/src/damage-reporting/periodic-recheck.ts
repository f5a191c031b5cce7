import { PassageIndex } from "@quarry/index";
import { Plugins } from "@quarry/host";
import { CollectionRepository, type DamageReport, DamageRegistry } from "@quarry/store";
import { Clock, Effect } from "effect";
import { vectorStoreOf } from "../vector-writes/vector-targets.ts";
import { vectorCollectionOf } from "../vector-collection.ts";

/** Time until a repaired index is detected. */
const SHORTEST_PAUSE_MS = 2_000;
/** Pause as a multiple of the time the last check took: a slow check uses a twentieth of a processor at most. */
const PAUSE_PER_WORK = 20;

/** Rechecks all reported damage periodically and clears reports of repaired indexes. Runs until it is interrupted. */
export const periodicRecheck = Effect.gen(function* () {
  const damages = yield* DamageRegistry;
  for (;;) {
    const began = yield* Clock.currentTimeMillis;
    yield* Effect.forEach(damages.list(), recheck, { discard: true });
    const took = (yield* Clock.currentTimeMillis) - began;
    yield* Effect.sleep(Math.max(SHORTEST_PAUSE_MS, took * PAUSE_PER_WORK));
  }
});

/** Reads the whole index: one successful read says nothing about the rest. */
const recheck = (damage: DamageReport) =>
  Effect.gen(function* () {
    const damages = yield* DamageRegistry;
    const collections = yield* CollectionRepository;
    const collection = yield* collections.findById(damage.collectionId);
    if (collection === undefined) return damages.clear(damage.collectionId);
    // Clears the report.
    if (damage.kind === "passages") return yield* (yield* PassageIndex).verify(damage.collectionId);
    const plugins = yield* Plugins;
    const { service } = vectorStoreOf(plugins, collection.vectorStore);
    const name = vectorCollectionOf(collection);
    yield* service.count(name);
    let cursor: string | undefined;
    do {
      const page = yield* service.list(name, { limit: RECORDS_AT_ONCE, ...(cursor !== undefined && { cursor }) });
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    damages.clear(damage.collectionId, "vectors");
  }).pipe(Effect.ignore);

const RECORDS_AT_ONCE = 1_000;
