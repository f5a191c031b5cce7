import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JobQueue, type JobQueueService, type NewJob, runWorkers, type WorkerOptions } from "@quarry/jobs";
import { Database, type DatabaseService } from "@quarry/store";
import { Effect, Fiber, Layer, Logger, ManagedRuntime } from "effect";

export interface Opened {
  readonly path: string;
  readonly database: DatabaseService;
  readonly queue: JobQueueService;
  readonly close: () => Promise<void>;
  /** Starts workers; the result stops them and waits until they have stopped. */
  readonly work: (options: Partial<WorkerOptions<never>> & Pick<WorkerOptions<never>, "kinds">) => () => Promise<void>;
}

export const open = async (path: string): Promise<Opened> => {
  const services = JobQueue.layer.pipe(Layer.provideMerge(Database.layerSqlite({ path })));
  // Failed attempts are logged as they should be; here they are what is tested.
  const runtime = ManagedRuntime.make(Layer.mergeAll(services, Logger.layer([])));
  const { database, queue } = await runtime.runPromise(Effect.all({ database: Database, queue: JobQueue }));
  return {
    path,
    database,
    queue,
    close: () => runtime.dispose(),
    work: (options) => {
      const fiber = runtime.runFork(runWorkers({ concurrency: 4, owner: "worker", pollMs: 20, ...options }));
      return () => Effect.runPromise(Fiber.interrupt(fiber));
    },
  };
};

export const openTemporary = async (): Promise<Opened> => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-jobs-"));
  const opened = await open(join(directory, "quarry.db"));
  return {
    ...opened,
    close: async () => {
      await opened.close();
      rmSync(directory, { recursive: true });
    },
  };
};

export const job = (id: string, over: Partial<NewJob> = {}): NewJob => ({
  id,
  kind: "process",
  subject: `subject-of-${id}`,
  ...over,
});
