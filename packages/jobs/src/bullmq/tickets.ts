import type { RedisClient, RedisError, RedisService } from "@quarry/store/redis";
import { createRedisBackend, Queue, Worker } from "bullmq";
import { Effect, type Scope } from "effect";

/** Ticket for a worker: a job of the jobs table waits. A job can have several tickets or none. */
export interface Ticket {
  /**
   * Job that the ticket was added for. A worker that takes the ticket may get another job, which is next in the fair
   * order.
   */
  readonly jobId: string;
  /** Consumes the ticket. An unsettled ticket goes to another worker after {@link TICKET_LOCK_MS}. */
  readonly settle: Effect.Effect<void, RedisError>;
}

export interface Tickets {
  readonly add: (kind: string, jobId: string, delayMs: number) => Effect.Effect<void, RedisError>;
  /** Takes the oldest ticket of one of these kinds; the kinds take turns. Returns undefined if there is none. */
  readonly take: (kinds: readonly string[], token: string) => Effect.Effect<Ticket | undefined, RedisError>;
}

interface TicketData {
  readonly id: string;
}

/**
 * Longest time between taking a ticket and claiming its job in the database. After it, another worker gets the ticket.
 */
const TICKET_LOCK_MS = 30_000;
/** Events that BullMQ retains in its event stream, which this service does not read. */
const MAX_STREAM_EVENTS = 100;

/** Opens tickets in BullMQ, one queue per kind of job. */
export const openTickets = Effect.fnUntraced(function* (
  redis: RedisService,
  prefix: string,
): Effect.fn.Return<Tickets, never, Scope.Scope> {
  const queues = yield* openPerKind(
    (kind, client) => new Queue<TicketData>(queueName(kind), queueOptions(client, prefix)),
  );
  const workers = yield* openPerKind((kind, client) => {
    const worker = new Worker<TicketData>(queueName(kind), null, workerOptions(client, prefix), createPollingBackend);
    // Returns tickets to the queue that a killed worker took but never settled.
    worker.startStalledCheckTimer().catch(() => {});
    return worker;
  });
  let round = 0;
  return {
    add: (kind, jobId, delayMs) =>
      redis.run(async (client) => {
        const queue = await queues(kind, client);
        await queue.add(
          kind,
          { id: jobId },
          { delay: Math.max(delayMs, 0), removeOnComplete: true, removeOnFail: true },
        );
      }),
    take: (kinds, token) =>
      redis.run(async (client) => {
        round += 1;
        for (let offset = 0; offset < kinds.length; offset += 1) {
          const worker = await workers(kinds[(round + offset) % kinds.length]!, client);
          const ticket = await worker.getNextJob(token, { block: false });
          if (ticket === undefined) continue;
          return {
            jobId: ticket.data.id,
            settle: Effect.asVoid(redis.run(() => ticket.moveToCompleted("", token, false))),
          };
        }
        return undefined;
      }),
  };
});

/** Encoded because BullMQ separates the parts of a key by colons. */
const queueName = (kind: string): string => encodeURIComponent(kind);

const queueOptions = (client: RedisClient, prefix: string) => ({
  connection: client,
  prefix,
  streams: { events: { maxLen: MAX_STREAM_EVENTS } },
});

const workerOptions = (client: RedisClient, prefix: string) => ({
  connection: client,
  prefix,
  autorun: false,
  lockDuration: TICKET_LOCK_MS,
  stalledInterval: TICKET_LOCK_MS,
  // The number of a ticket's returns says nothing about its job: the database counts attempts.
  maxStalledCount: Number.MAX_SAFE_INTEGER,
});

/** Creates a backend without BullMQ's second, blocking connection: tickets are polled. */
const createPollingBackend: typeof createRedisBackend = (name, options, extra) =>
  createRedisBackend(name, options, { ...extra, withBlockingConnection: false });

interface BullMqObject {
  readonly waitUntilReady: () => Promise<unknown>;
  readonly close: () => Promise<void>;
  readonly on: (event: "error", listener: () => void) => unknown;
}

/**
 * Opens one object per kind on first use, with the current connection. BullMQ prepares each one over the network, and
 * an object whose preparation failed stays broken, so it is replaced.
 */
const openPerKind = <Item extends BullMqObject>(
  make: (kind: string, client: RedisClient) => Item,
): Effect.Effect<(kind: string, client: RedisClient) => Promise<Item>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Map<string, Item>()),
      (objects) => Effect.promise(() => Promise.allSettled([...objects.values()].map((object) => object.close()))),
    ),
    (objects) => async (kind, client) => {
      const object = objects.get(kind) ?? make(kind, client);
      if (!objects.has(kind)) {
        // The call that failed reports the error.
        object.on("error", () => {});
        objects.set(kind, object);
      }
      try {
        await object.waitUntilReady();
        return object;
      } catch (error) {
        if (objects.get(kind) === object) objects.delete(kind);
        object.close().catch(() => {});
        throw error;
      }
    },
  );
