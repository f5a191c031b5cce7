import { Redis } from "@quarry/store/redis";
import { Database, type StoreError, type Transaction } from "@quarry/store";
import { Clock, Effect, Fiber, Layer, type Scope } from "effect";
import type { Job } from "../job.ts";
import { type ClaimLimits, type JobEvent, JobQueue, type JobQueueService } from "../job-queue.ts";
import { makeSqlJobQueue } from "../sql/sql-job-queue.ts";
import { WORKER_LOST } from "../sql/claim-first.ts";
import { type JobMessage, openJobChannel, type PublishJobMessage } from "./job-channel.ts";
import { TableSweep } from "./table-sweep.ts";
import type { Ticket, Tickets } from "./tickets.ts";

export interface BullMqOptions {
  /** Prefix of the queue keys in Redis. Default "jobs". */
  readonly prefix?: string;
}

const DEFAULT_PREFIX = "jobs";
/** Longest wait of a worker for a ticket: it can query the table instead. */
const TAKE_TIMEOUT_MS = 1_000;
/** Time for which only the table is queried after a ticket could not be fetched. */
const AVOID_REDIS_MS = 2_000;
/** Tickets of ended jobs that one claim skips: a removed collection can leave thousands. */
const MAX_SKIPPED_TICKETS = 100;
/** Longest wait of a shutdown for tickets that are being added. The jobs themselves are in the database. */
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Job queue in the jobs table, with BullMQ to distribute jobs to several processes: an enqueue, a cancellation or a
 * recheck in one process is known in the others at once. Redis can be unavailable or lose everything: then workers find
 * their jobs in the table, after a few seconds.
 */
export const bullMqJobQueueLayer = (options: BullMqOptions = {}): Layer.Layer<JobQueue, never, Database | Redis> =>
  Layer.effect(JobQueue, makeBullMqJobQueue(options));

/**
 * Stores jobs in the table and adds a BullMQ ticket for each waiting job. A worker that gets a ticket claims the next
 * job of the table in fair order. Leases are in the table only, so a loss of Redis costs nothing but time.
 */
const makeBullMqJobQueue = Effect.fnUntraced(function* ({
  prefix = DEFAULT_PREFIX,
}: BullMqOptions): Effect.fn.Return<JobQueueService, never, Database | Redis | Scope.Scope> {
  const database = yield* Database;
  const redis = yield* Redis;
  // Imported here, so that a service without Redis does not load BullMQ into memory.
  const { openTickets } = yield* Effect.promise(() => import("./tickets.ts"));
  const table = makeSqlJobQueue(database);
  const listeners = new Set<(event: JobEvent) => void>();
  const notifyLocal = (event: JobEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const sweep = new TableSweep();
  const requestTableScan = (): void => {
    sweep.requestScan();
    notifyLocal({ type: "enqueued" });
  };
  const tickets = yield* openTickets(redis, redis.key(prefix));
  const publish = yield* openJobChannel(redis, redis.key(prefix, "events"), (message) =>
    message.type === "released" ? requestTableScan() : notifyLocal(message),
  );
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      redis.onReady(() => {
        // Redis may have lost tickets, and cancellations may have been missed.
        requestTableScan();
        notifyLocal({ type: "recheck" });
      }),
    ),
    (stop) => Effect.sync(stop),
  );
  const inBackground = yield* makeBackground;
  const notifyOtherProcesses = (message: JobMessage): void => Effect.runSync(inBackground(publish(message)));
  table.subscribe((event) => {
    if (event.type === "enqueued") return;
    notifyLocal(event);
    notifyOtherProcesses(event);
  });
  const notifyReleased = (count: number) =>
    Effect.sync(() => {
      if (count === 0) return;
      requestTableScan();
      notifyOtherProcesses({ type: "released" });
    });
  const queue = {
    database,
    table,
    tickets,
    publish,
    sweep,
    inBackground,
    notifyLocal,
    requestTableScan,
    avoidRedisUntil: 0,
  };
  return {
    ...table,
    ...ticketedChanges(queue),
    claim: (kinds, owner, leaseMs, limits) => claim(queue, kinds, owner, leaseMs, limits),
    wake: (kinds, waitsFor) => Effect.tap(table.wake(kinds, waitsFor), notifyReleased),
    releaseAll: Effect.tap(table.releaseAll, notifyReleased),
    releaseOwnedBy: (owner) => Effect.tap(table.releaseOwnedBy(owner), notifyReleased),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
});

/** Jobs table, tickets for its jobs, and ways to notify workers of them. */
interface TicketedQueue {
  readonly database: Database["Service"];
  readonly table: JobQueueService;
  readonly tickets: Tickets;
  readonly publish: PublishJobMessage;
  readonly sweep: TableSweep;
  readonly inBackground: Background;
  /** Notifies the workers of this process. */
  notifyLocal(event: JobEvent): void;
  requestTableScan(): void;
  /** Epoch milliseconds. */
  avoidRedisUntil: number;
}

/** Wraps the changes after which a job waits and needs a ticket. */
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
      afterCommitIfLeased(
        table.fail(jobId, owner, attempt, within),
        within,
        attempt.retryInMs === undefined ? Effect.void : inBackground(addTicketAgain(queue, jobId)),
      ),
    requeue: (jobId, within) =>
      afterCommitIfLeased(table.requeue(jobId, within), within, inBackground(addTicketAgain(queue, jobId))),
    park: (jobId, owner, park) =>
      afterCommitIfLeased(table.park(jobId, owner, park), undefined, inBackground(addTicketAgain(queue, jobId))),
    handBack: (jobId, owner) =>
      afterCommitIfLeased(table.handBack(jobId, owner), undefined, inBackground(addTicketAgain(queue, jobId))),
  } satisfies Partial<JobQueueService>;
};

const addTicket = (
  { database, tickets, publish, notifyLocal, requestTableScan }: TicketedQueue,
  kind: string,
  jobId: string,
  runAt: number | undefined,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const delayMs = runAt === undefined ? 0 : runAt - (yield* database.currentTimeMillis);
    yield* tickets.add(kind, jobId, delayMs);
    if (delayMs > 0) return;
    notifyLocal({ type: "enqueued", kind });
    yield* publish({ type: "enqueued", kind });
  }).pipe(Effect.catch(() => Effect.sync(requestTableScan)));

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
): Effect.Effect<Ticket | undefined | "unavailable"> =>
  time < queue.avoidRedisUntil && time + AVOID_REDIS_MS >= queue.avoidRedisUntil
    ? Effect.succeed("unavailable")
    : queue.tickets.take(kinds, owner).pipe(
        Effect.timeout(TAKE_TIMEOUT_MS),
        Effect.catch(() =>
          Effect.sync(() => {
            queue.avoidRedisUntil = time + AVOID_REDIS_MS;
            return "unavailable" as const;
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
  // Tickets don't record the caller of the waiting job.
  if (limits !== undefined) return yield* table.claim(kinds, owner, leaseMs, limits);
  const time = yield* Clock.currentTimeMillis;
  const fromTable = Effect.tap(table.claim(kinds, owner, leaseMs), (job) =>
    Effect.sync(() => sweep.scanned(kinds.join(), time, job)),
  );
  if (sweep.isDue(kinds.join(), time)) {
    const job = yield* fromTable;
    if (job !== undefined) return job;
  }
  for (let count = 0; count < MAX_SKIPPED_TICKETS; count += 1) {
    const ticket = yield* takeTicket(queue, kinds, owner, time);
    if (ticket === "unavailable" || (ticket === undefined && sweep.mayFindMore)) return yield* fromTable;
    if (ticket === undefined) return undefined;
    const job = yield* table.claim(kinds, owner, leaseMs);
    yield* inBackground(Effect.ignore(ticket.settle));
    // A lost job has no ticket. This ticket was for another job, which still waits.
    if (job?.error === WORKER_LOST) yield* inBackground(addTicketAgain(queue, ticket.jobId));
    if (job !== undefined) return job;
    // Added only if its job still waits: the clocks of Redis's clients and of the database differ.
    yield* inBackground(addTicketAgain(queue, ticket.jobId));
  }
  // The next claim continues. Returning lets a shutdown happen in between.
  queue.notifyLocal({ type: "enqueued" });
  return undefined;
});

/** Runs `then` if the job was leased, once the change is committed. */
const afterCommitIfLeased = (
  change: Effect.Effect<boolean, StoreError>,
  within: Transaction | undefined,
  then: Effect.Effect<void>,
): Effect.Effect<boolean, StoreError> =>
  Effect.tap(change, (isLeased) => {
    if (!isLeased) return Effect.void;
    return within === undefined ? then : Effect.sync(() => within.afterCommit(then));
  });

/** Starts work that is not awaited. */
type Background = (work: Effect.Effect<void>) => Effect.Effect<void>;

/** Runs work that is not awaited. The end of the scope waits for it briefly. */
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
