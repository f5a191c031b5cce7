import type { PassageIndexError } from "@quarry/index";
import { IndexChanges, isIndexDamage } from "@quarry/catalog";
import { isJsonObject } from "@quarry/plugin/domain";
import { type Job, type JobResult, parked } from "@quarry/jobs";
import type { PluginError } from "@quarry/plugin";

import { type CollectionRecord, type DocumentRecord, IndexChangeRepository, OPEN_CHANGE_STATES } from "@quarry/store";
import { Effect } from "effect";

/** Name of the condition that documents wait for while their collection is being repaired. */
export const repairOf = (collectionId: string): string => `repair ${collectionId}`;

/** Maximum park: the switch to the repaired index wakes documents, but a wake can be lost. */
const RECHECK_MS = 30_000;

/**
 * Returns the result of a document's job that found its collection's index damaged, while the document itself is fine:
 * the job waits without a limit until the index is repaired. A user who reprocesses a document requests that damaged
 * data be rebuilt, so that starts a repair, once. Returns undefined if the error is not index damage.
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
    // Another document has just started the repair, or another change is running: the next attempt finds it.
    Effect.catchTag("DomainError", () => openRepair(collection)),
  );
});
