import { indexChangeIdOf, isOpen, Purge } from "@quarry/catalog";
import { done, type Job, type JobHandler, retry } from "@quarry/jobs";
import { Database, IndexChangeRepository, type Transaction } from "@quarry/store";
import { Effect } from "effect";

/** Retry delay while the change is being rolled back. */
const RECHECK_MS = 10 * 60_000;

/** Ends the period in which a change can be rolled back: drops the replaced index. */
export const indexRetireJobHandler: JobHandler<Database | IndexChangeRepository | Purge> = {
  run: (job) => retire(job),
};

const retire = Effect.fn("indexChange.retire")(function* (job: Job) {
  const database = yield* Database;
  const changes = yield* IndexChangeRepository;
  const purge = yield* Purge;
  const id = indexChangeIdOf(job.payload);
  return yield* database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const change = yield* changes.find(id, transaction);
      if (change?.state !== "switched") return done;
      yield* changes.lockCollection(change.collectionId, transaction);
      const current = yield* changes.current(change.collectionId, transaction);
      if (current.some(isOpen)) return retry("the change is being rolled back", RECHECK_MS);
      const ended = yield* changes.step(id, { from: ["switched"], to: "done" }, transaction);
      if (ended) yield* purge.index({ id: change.collectionId }, change.from, change.fromNumber, transaction);
      return done;
    }),
  );
});
