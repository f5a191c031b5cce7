import { decorated } from "@quarry/host";
import { PassageIndex, PassageIndexError, type PassageIndexService } from "@quarry/index";
import { type CollectionRecord, CollectionRepository, DamageRegistry } from "@quarry/store";
import { Effect, Layer } from "effect";
import { passagesDamaged } from "./damage-messages.ts";
import { reportingDamage } from "./reporting-damage.ts";

/**
 * The passage index with checks against the catalog. It never answers from a new, empty index for a collection whose
 * passages were created before. Reports damaged or missing passages, by the collection's name.
 */
export const instrumentedPassages: Layer.Layer<
  PassageIndex,
  never,
  PassageIndex | CollectionRepository | DamageRegistry
> = Layer.effect(
  PassageIndex,
  Effect.gen(function* () {
    const index = yield* PassageIndex;
    const collections = yield* CollectionRepository;
    const damages = yield* DamageRegistry;

    const find = (collectionId: string) =>
      Effect.orElseSucceed(collections.findById(collectionId), (): CollectionRecord | undefined => undefined);

    /** If the catalog has the collection, reports its damage and returns the failure with repair instructions. */
    const explained = (collectionId: string, error: PassageIndexError) =>
      Effect.map(find(collectionId), (collection) => {
        const reason = collection === undefined ? undefined : damageOf(error, collection);
        if (collection === undefined || reason === undefined) return error;
        const message = passagesDamaged(collection.name, messageOf(error));
        damages.report({ collectionId, kind: "passages", index: collectionId, reason, message });
        return new PassageIndexError({ reason, message, collectionId, cause: error });
      });

    const watched = reportingDamage(isDamage, explained);
    const cleared = (collectionId: string) => Effect.sync(() => damages.clear(collectionId, "passages"));
    const guarded = decorated(index, watched);
    const service: PassageIndexService = {
      ...guarded,
      ensure: (collectionId) =>
        Effect.flatMap(find(collectionId), (collection) =>
          collection !== undefined && hasPassages(collection)
            ? Effect.asVoid(guarded.count(collectionId))
            : index.ensure(collectionId),
        ),
      remake: (collectionId) => Effect.andThen(index.remake(collectionId), cleared(collectionId)),
      verify: (collectionId) => Effect.andThen(guarded.verify(collectionId), cleared(collectionId)),
      drop: (collectionId) => Effect.andThen(index.drop(collectionId), cleared(collectionId)),
      vectorWrites: decorated(index.vectorWrites, watched, ["begin", "complete", "remove"]),
    };
    return service;
  }),
);

const isDamage = (error: PassageIndexError): boolean => error.isDamage || error.reason === "not_found";

/** Passages are created before the record states that the index exists. */
const hasPassages = ({ isIndexMade, chunkCount }: CollectionRecord): boolean => isIndexMade || chunkCount > 0;

const damageOf = (error: PassageIndexError, collection: CollectionRecord): "missing" | "damaged" | undefined => {
  if (error.reason === "damaged" || error.reason === "missing") return error.reason;
  return error.reason === "not_found" && hasPassages(collection) ? "missing" : undefined;
};

const messageOf = ({ reason, message }: PassageIndexError): string =>
  `${reason === "damaged" ? "are damaged" : "are missing"} (${message.split("\n", 1)[0]})`;
