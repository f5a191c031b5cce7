import type { RedisClient, RedisError, RedisService } from "@quarry/store/redis";
import { createRedisBackend, Queue, Worker } from "bullmq";
import { Effect, type Scope } from "effect";

/** Says that a job of the jobs table waits for a worker. There may be several for one job, and some for none. */
export interface Ticket {
  /** Job that it was added for; a worker that takes the ticket may get another job, whose turn it is. */
  readonly jobId: string;
  /** Uses the ticket up. One that isn't settled goes to another worker, after {@link TICKET_LOCK_MS}. */
  readonly settle: Effect.Effect<void, RedisError>;
}

export interface Tickets {
  readonly add: (kind: string, jobId: string, delayMs: number) => Effect.Effect<void, RedisError>;
  /** The oldest ticket of one of these kinds, in turn. Undefined when there is none. */
  readonly take: (kinds: readonly string[], token: string) => Effect.Effect<Ticket | undefined, RedisError>;
}

interface TicketData {
  readonly id: string;
}

/** Most time that a worker may take from a ticket to its job in the database, before the ticket is given to another. */
const TICKET_LOCK_MS = 30_000;
/** BullMQ tells what happens in a stream that nobody reads here. */
const EVENTS_KEPT = 100;

/** Tickets in BullMQ, one queue for each kind of jobs. */
export const openTickets = Effect.fnUntraced(function* (
  redis: RedisService,
  prefix: string,
): Effect.fn.Return<Tickets, never, Scope.Scope> {
  const queues = yield* openedOnce(
    (kind, client) => new Queue<TicketData>(queueName(kind), queueOptions(client, prefix)),
  );
  const workers = yield* openedOnce((kind, client) => {
    const worker = new Worker<TicketData>(queueName(kind), null, workerOptions(client, prefix), withoutBlocking);
    // Returns tickets to the queue that a killed worker took and never settled.
    worker.startStalledCheckTimer().catch(() => {});
    return worker;
  });
  let turn = 0;
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
        turn += 1;
        for (let step = 0; step < kinds.length; step += 1) {
          const worker = await workers(kinds[(turn + step) % kinds.length]!, client);
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

/** BullMQ separates the parts of a key by colons. */
const queueName = (kind: string): string => encodeURIComponent(kind);

const queueOptions = (client: RedisClient, prefix: string) => ({
  connection: client,
  prefix,
  streams: { events: { maxLen: EVENTS_KEPT } },
});

const workerOptions = (client: RedisClient, prefix: string) => ({
  connection: client,
  prefix,
  autorun: false,
  lockDuration: TICKET_LOCK_MS,
  stalledInterval: TICKET_LOCK_MS,
  // The number of times that a ticket comes back says nothing about its job; the database counts attempts.
  maxStalledCount: Number.MAX_SAFE_INTEGER,
});

/** Tickets are asked for; a second connection that waits for them is not needed. */
const withoutBlocking: typeof createRedisBackend = (name, options, extra) =>
  createRedisBackend(name, options, { ...extra, withBlockingConnection: false });

interface Opened {
  readonly waitUntilReady: () => Promise<unknown>;
  readonly close: () => Promise<void>;
  readonly on: (event: "error", listener: () => void) => unknown;
}

/**
 * One for each kind, made when it is first needed, with the connection that is there then. BullMQ prepares each one over
 * the network, and one whose preparation failed stays broken for ever: it is made anew.
 */
const openedOnce = <Part extends Opened>(
  make: (kind: string, client: RedisClient) => Part,
): Effect.Effect<(kind: string, client: RedisClient) => Promise<Part>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Map<string, Part>()),
      (parts) => Effect.promise(() => Promise.allSettled([...parts.values()].map((part) => part.close()))),
    ),
    (parts) => async (kind, client) => {
      const part = parts.get(kind) ?? make(kind, client);
      if (!parts.has(kind)) {
        // The call that failed reports the error.
        part.on("error", () => {});
        parts.set(kind, part);
      }
      try {
        await part.waitUntilReady();
        return part;
      } catch (error) {
        if (parts.get(kind) === part) parts.delete(kind);
        part.close().catch(() => {});
        throw error;
      }
    },
  );
