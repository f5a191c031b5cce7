import type { PassageIndexError } from "@quarry/index";
import { IndexChanges, isIndexDamage } from "@quarry/catalog";
import { isJsonObject } from "@quarry/plugin/domain";
import { type Job, type JobResult, parked } from "@quarry/jobs";
import type { PluginError } from "@quarry/plugin";

import { type CollectionRecord, type DocumentRecord, IndexChangeRepository, OPEN_CHANGE_STATES } from "@quarry/store";
import { Effect } from "effect";

/** Name that documents wait for while their collection is being repaired. */
export const repairOf = (collectionId: string): string => `repair ${collectionId}`;

/** Longest park: documents are woken when the repaired index is switched to, but a wake may be lost. */
const RECHECK_MS = 30_000;

/**
 * Result of a document's job that met damage in its collection's index, while the document itself is fine: the job
 * waits, however long that takes, until the index is repaired. A user who asked to process the document again has asked
 * to rebuild what is damaged, so that begins a repair, once. Undefined where it is no damage.
 */
export const waitForRepair = Effect.fnUntraced(function* (
  job: Job,
  { document, collection }: { readonly document: DocumentRecord; readonly collection: CollectionRecord },
  error: PassageIndexError | PluginError,
) {
  if (!isIndexDamage(error)) return undefined;
  const previous = repairWaitedFor(job);
  const open = yield* openRepair(collection);
  const repair = open ?? (previous === undefined ? yield* begin(document, collection) : undefined);
  const reason =
    repair === undefined ? error.message : `waits for the repair of its collection's index (change ${repair.id})`;
  return parked({
    error: reason,
    afterMs: RECHECK_MS,
    wait: { for: repairOf(collection.id), until: null, memory: { repair: repair?.id ?? previous ?? null } },
  }) satisfies JobResult;
});

const repairWaitedFor = ({ wait }: Job): string | undefined => {
  const id = wait !== null && isJsonObject(wait.memory) ? wait.memory["repair"] : undefined;
  return typeof id === "string" ? id : undefined;
};

const openRepair = Effect.fnUntraced(function* ({ id }: CollectionRecord) {
  const changes = yield* IndexChangeRepository;
  const current = yield* changes.current(id);
  return current.find(({ kind, state }) => kind === "repair" && OPEN_CHANGE_STATES.includes(state));
});

const begin = Effect.fnUntraced(function* ({ generation }: DocumentRecord, collection: CollectionRecord) {
  if (generation === 1) return undefined;
  const changes = yield* IndexChanges;
  return yield* changes.start(collection.name, { repair: true }).pipe(
    Effect.tap(({ id }) => Effect.logInfo(`collection ${collection.name}: its index is damaged; repair ${id} begins`)),
    // Another document has begun the repair at this moment, or another change is under way: the next attempt finds it.
    Effect.catchTag("DomainError", () => openRepair(collection)),
  );
});
