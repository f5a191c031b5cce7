import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bullMqJobQueueLayer,
  JobQueue,
  type JobQueueService,
  type NewJob,
  runWorkers,
  sqlJobQueueLayer,
  type WorkerOptions,
} from "@quarry/jobs";
import { Redis, redisLayer } from "@quarry/store/redis";
import { Database, type DatabaseService, mysqlDatabaseLayer, sqliteDatabaseLayer } from "@quarry/store";
import { Effect, Fiber, Layer, Logger, ManagedRuntime, Redacted } from "effect";

/** Location of a queue, so that another process can open it too. */
export interface QueueLocation {
  /** Location of the database: a file or an address. */
  readonly database: { readonly path: string } | { readonly url: string };
  /** Present with BullMQ. */
  readonly redis?: { readonly url: string; readonly keyPrefix: string };
}

export interface Opened {
  readonly location: QueueLocation;
  readonly database: DatabaseService;
  readonly queue: JobQueueService;
  readonly close: () => Promise<void>;
  /** Starts workers. The returned function stops them and waits until they have stopped. */
  readonly work: (options: Partial<WorkerOptions<never>> & Pick<WorkerOptions<never>, "kinds">) => () => Promise<void>;
}

const queueLayer = ({ redis }: QueueLocation) =>
  redis === undefined
    ? sqlJobQueueLayer
    : bullMqJobQueueLayer().pipe(
        Layer.provide(redisLayer({ url: Redacted.make(redis.url), keyPrefix: redis.keyPrefix })),
      );

const databaseLayer = ({ database }: QueueLocation) =>
  "path" in database ? sqliteDatabaseLayer(database) : mysqlDatabaseLayer({ url: Redacted.make(database.url) });

export const open = async (location: QueueLocation): Promise<Opened> => {
  const services = queueLayer(location).pipe(Layer.provideMerge(databaseLayer(location)));
  // Failed attempts are logged correctly; here they are what is tested.
  const runtime = ManagedRuntime.make(Layer.mergeAll(services, Logger.layer([])));
  const { database, queue } = await runtime.runPromise(Effect.all({ database: Database, queue: JobQueue }));
  return {
    location,
    database,
    queue,
    close: () => runtime.dispose(),
    work: (options) => {
      const fiber = runtime.runFork(runWorkers({ concurrency: 4, owner: "worker", pollMs: 20, ...options }));
      return () => Effect.runPromise(Fiber.interrupt(fiber));
    },
  };
};

/** Creates an empty database for one test. */
export type MakeDatabase = () => Promise<{
  readonly database: QueueLocation["database"];
  readonly remove: () => Promise<void>;
}>;

const makeFile: MakeDatabase = async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-jobs-"));
  return {
    database: { path: join(directory, "quarry.db") },
    remove: async () => rmSync(directory, { recursive: true }),
  };
};

export const openTemporary = async (
  redis?: QueueLocation["redis"],
  makeDatabase: MakeDatabase = makeFile,
): Promise<Opened> => {
  const { database, remove } = await makeDatabase();
  const opened = await open({ database, ...(redis !== undefined && { redis }) });
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await remove();
      if (redis !== undefined) await removeKeys(redis);
    },
  };
};

const removeKeys = ({ url, keyPrefix }: NonNullable<QueueLocation["redis"]>): Promise<void> =>
  Effect.gen(function* () {
    const service = yield* Redis;
    yield* service.run(async (client) => {
      for await (const keys of client.scanStream({ match: `${keyPrefix}:*`, count: 1_000 })) {
        if (keys.length > 0) await client.unlink(keys as string[]);
      }
    });
  }).pipe(Effect.provide(redisLayer({ url: Redacted.make(url), keyPrefix })), Effect.runPromise);

export const job = (id: string, over: Partial<NewJob> = {}): NewJob => ({
  id,
  kind: "process",
  subject: `subject-of-${id}`,
  ...over,
});
