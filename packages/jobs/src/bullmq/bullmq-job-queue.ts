import { Redis } from "@quarry/store/redis";
import { Database, type StoreError, type Transaction } from "@quarry/store";
import { Clock, Effect, Fiber, Layer, type Scope } from "effect";
import type { Job } from "../job.ts";
import { type ClaimLimits, type JobEvent, JobQueue, type JobQueueService } from "../job-queue.ts";
import { makeSqlJobQueue } from "../sql/sql-job-queue.ts";
import { WORKER_LOST } from "../sql/take-job.ts";
import { type JobChannel, type JobMessage, openJobChannel } from "./job-channel.ts";
import { TableSweep } from "./table-sweep.ts";
import type { Ticket, Tickets } from "./tickets.ts";

export interface BullMqOptions {
  /** Names the queues among the keys of the Redis service. Default "jobs". */
  readonly prefix?: string;
}

const DEFAULT_PREFIX = "jobs";
/** A worker doesn't wait longer for a ticket: the table can be asked instead. */
const TAKE_TIMEOUT_MS = 1_000;
/** After a ticket could not be had, the table is asked alone for this long. */
const AVOID_REDIS_MS = 2_000;
/** Tickets of ended jobs that one claim passes over: a removed collection may leave thousands. */
const TICKETS_AT_ONCE = 100;
/** A stop waits so long for tickets that are being added; the jobs themselves are in the database. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * The table of jobs, with BullMQ to hand them out to several processes: what is enqueued, cancelled or to be checked in
 * one is known in the others at once. Redis may be away or lose everything: then workers find their jobs in the table,
 * after a few seconds.
 */
export const bullMqJobQueueLayer = (options: BullMqOptions = {}): Layer.Layer<JobQueue, never, Database | Redis> =>
  Layer.effect(JobQueue, makeBullMqJobQueue(options));

/**
 * Jobs in the table as ever, and a ticket in BullMQ for each that waits: whoever gets one takes the job of the table whose
 * turn it is. Whoever holds a job holds it by the table, so that Redis can lose everything but time.
 */
const makeBullMqJobQueue = Effect.fnUntraced(function* ({
  prefix = DEFAULT_PREFIX,
}: BullMqOptions): Effect.fn.Return<JobQueueService, never, Database | Redis | Scope.Scope> {
  const database = yield* Database;
  const redis = yield* Redis;
  // Loaded here, so that a service without Redis doesn't hold BullMQ in memory.
  const { openTickets } = yield* Effect.promise(() => import("./tickets.ts"));
  const table = makeSqlJobQueue(database);
  const listeners = new Set<(event: JobEvent) => void>();
  const tellHere = (event: JobEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const sweep = new TableSweep();
  const lookIntoTable = (): void => {
    sweep.demand();
    tellHere({ type: "enqueued" });
  };
  const tickets = yield* openTickets(redis, redis.key(prefix));
  const channel = yield* openJobChannel(redis, redis.key(prefix, "events"), (message) =>
    message.type === "released" ? lookIntoTable() : tellHere(message),
  );
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      redis.onReady(() => {
        // Redis may have lost tickets, and cancellations were missed.
        lookIntoTable();
        tellHere({ type: "recheck" });
      }),
    ),
    (stop) => Effect.sync(stop),
  );
  const inBackground = yield* makeBackground;
  const tellOthers = (message: JobMessage): void => Effect.runSync(inBackground(channel.publish(message)));
  table.subscribe((event) => {
    if (event.type === "enqueued") return;
    tellHere(event);
    tellOthers(event);
  });
  const released = (count: number) =>
    Effect.sync(() => {
      if (count === 0) return;
      lookIntoTable();
      tellOthers({ type: "released" });
    });
  const queue = { database, table, tickets, channel, sweep, inBackground, tellHere, lookIntoTable, avoidRedisUntil: 0 };
  return {
    ...table,
    ...ticketedChanges(queue),
    claim: (kinds, owner, leaseMs, limits) => claim(queue, kinds, owner, leaseMs, limits),
    wake: (kinds, waitsFor) => Effect.tap(table.wake(kinds, waitsFor), released),
    releaseAll: Effect.tap(table.releaseAll, released),
    releaseOwnedBy: (owner) => Effect.tap(table.releaseOwnedBy(owner), released),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
});

/** The table, the tickets for its jobs, and ways to notify workers of them. */
interface TicketedQueue {
  readonly database: Database["Service"];
  readonly table: JobQueueService;
  readonly tickets: Tickets;
  readonly channel: JobChannel;
  readonly sweep: TableSweep;
  readonly inBackground: Background;
  /** Notifies the workers of this process. */
  tellHere(event: JobEvent): void;
  lookIntoTable(): void;
  /** Epoch milliseconds. */
  avoidRedisUntil: number;
}

/** Changes after which a job waits, and needs a ticket. */
const ticketedChanges = (queue: TicketedQueue) => {
  const { database, inBackground, table } = queue;
  return {
    enqueue: (job, within) =>
      database.transaction(
        (transaction) =>
          Effect.tap(table.enqueue(job, transaction), (isNew) =>
            Effect.sync(() => {
              if (isNew) transaction.afterCommit(inBackground(addTicket(queue, job.kind, job.id, job.runAt)));
            }),
          ),
        within,
      ),
    fail: (jobId, owner, attempt, within) =>
      onceLeased(
        table.fail(jobId, owner, attempt, within),
        within,
        attempt.retryInMs === undefined ? Effect.void : inBackground(addTicketAgain(queue, jobId)),
      ),
    requeue: (jobId, within) =>
      onceLeased(table.requeue(jobId, within), within, inBackground(addTicketAgain(queue, jobId))),
    park: (jobId, owner, park) =>
      onceLeased(table.park(jobId, owner, park), undefined, inBackground(addTicketAgain(queue, jobId))),
    handBack: (jobId, owner) =>
      onceLeased(table.handBack(jobId, owner), undefined, inBackground(addTicketAgain(queue, jobId))),
  } satisfies Partial<JobQueueService>;
};

const addTicket = (
  { database, tickets, channel, tellHere, lookIntoTable }: TicketedQueue,
  kind: string,
  jobId: string,
  runAt: number | undefined,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const delayMs = runAt === undefined ? 0 : runAt - (yield* database.currentTimeMillis);
    yield* tickets.add(kind, jobId, delayMs);
    if (delayMs > 0) return;
    tellHere({ type: "enqueued", kind });
    yield* channel.publish({ type: "enqueued", kind });
  }).pipe(Effect.catch(() => Effect.sync(lookIntoTable)));

const addTicketAgain = (queue: TicketedQueue, jobId: string): Effect.Effect<void> =>
  Effect.ignore(
    Effect.flatMap(queue.table.find(jobId), (job) =>
      job?.state === "queued" ? addTicket(queue, job.kind, job.id, job.runAt) : Effect.void,
    ),
  );

const takeTicket = (
  queue: TicketedQueue,
  kinds: readonly string[],
  owner: string,
  time: number,
): Effect.Effect<Ticket | undefined | "away"> =>
  time < queue.avoidRedisUntil && time + AVOID_REDIS_MS >= queue.avoidRedisUntil
    ? Effect.succeed("away")
    : queue.tickets.take(kinds, owner).pipe(
        Effect.timeout(TAKE_TIMEOUT_MS),
        Effect.catch(() =>
          Effect.sync(() => {
            queue.avoidRedisUntil = time + AVOID_REDIS_MS;
            return "away" as const;
          }),
        ),
      );

const claim = Effect.fnUntraced(function* (
  queue: TicketedQueue,
  kinds: readonly string[],
  owner: string,
  leaseMs: number,
  limits?: ClaimLimits,
): Effect.fn.Return<Job | undefined, StoreError> {
  const { table, sweep, inBackground } = queue;
  if (kinds.length === 0) return undefined;
  // Tickets don't say whose job waits.
  if (limits !== undefined) return yield* table.claim(kinds, owner, leaseMs, limits);
  const time = yield* Clock.currentTimeMillis;
  const fromTable = Effect.tap(table.claim(kinds, owner, leaseMs), (job) =>
    Effect.sync(() => sweep.scanned(kinds.join(), time, job)),
  );
  if (sweep.isDue(kinds.join(), time)) {
    const job = yield* fromTable;
    if (job !== undefined) return job;
  }
  for (let count = 0; count < TICKETS_AT_ONCE; count += 1) {
    const ticket = yield* takeTicket(queue, kinds, owner, time);
    if (ticket === "away" || (ticket === undefined && sweep.isWorthwhileWithoutTickets)) return yield* fromTable;
    if (ticket === undefined) return undefined;
    const job = yield* table.claim(kinds, owner, leaseMs);
    yield* inBackground(Effect.ignore(ticket.settle));
    // A lost job has no ticket: this one was for another, which waits still.
    if (job?.error === WORKER_LOST) yield* inBackground(addTicketAgain(queue, ticket.jobId));
    if (job !== undefined) return job;
    // Only if its job waits still: the clocks of Redis's clients and of the database are not the same.
    yield* inBackground(addTicketAgain(queue, ticket.jobId));
  }
  // The next claim goes on; this one lets a stop come in between.
  queue.tellHere({ type: "enqueued" });
  return undefined;
});

/** Runs `then` once the job was held and the change is committed. */
const onceLeased = (
  change: Effect.Effect<boolean, StoreError>,
  within: Transaction | undefined,
  then: Effect.Effect<void>,
): Effect.Effect<boolean, StoreError> =>
  Effect.tap(change, (isLeased) => {
    if (!isLeased) return Effect.void;
    return within === undefined ? then : Effect.sync(() => within.afterCommit(then));
  });

/** Starts work that nobody waits for. */
type Background = (work: Effect.Effect<void>) => Effect.Effect<void>;

/** Runs what nobody waits for; the end of the scope does, for moments. */
const makeBackground: Effect.Effect<Background, never, Scope.Scope> = Effect.gen(function* () {
  const fork = Effect.runForkWith(yield* Effect.context<never>());
  const running = new Set<Fiber.Fiber<void>>();
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => Fiber.awaitAll([...running])).pipe(Effect.timeoutOption(CLOSE_TIMEOUT_MS)),
  );
  return (work) =>
    Effect.sync(() => {
      const fiber = fork(work);
      running.add(fiber);
      fiber.addObserver(() => void running.delete(fiber));
    });
});
