import { once } from "node:events";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { type TaskFailure, TaskPool, workerModule } from "@quarry/plugin/workers";
import { type FromWorker, type WorkerTask, TAKEN } from "../parse-protocol.ts";
import type { ParseRun, ParseRunner } from "./parse-runner.ts";
import { crashFailure, memoryFailure } from "./worker-failure.ts";

export interface ThreadRunnerOptions {
  readonly threads: number;
  /** Megabytes of JavaScript heap per thread. Memory outside it (buffers, WebAssembly) is not counted. */
  readonly memoryMegabytes: number;
  /** Milliseconds after which an idle thread ends. */
  readonly idleTimeoutMs: number;
}

/** Worker threads: quick to start and small, for parsers that can't crash the process. */
export class ThreadRunner implements ParseRunner {
  readonly #pool: TaskPool<{ readonly task: WorkerTask; readonly port: MessagePort }, void>;
  readonly #memoryMegabytes: number;

  constructor(options: ThreadRunnerOptions) {
    this.#memoryMegabytes = options.memoryMegabytes;
    this.#pool = new TaskPool({ module: workerModule(import.meta.url, "../worker/parse-thread"), ...options });
  }

  start(task: WorkerTask, receive: (incoming: FromWorker) => void): ParseRun {
    const { port1: port, port2 } = new MessageChannel();
    const stop = new AbortController();
    port.on("message", receive);
    // The thread closes its end after the last message, so that none is lost.
    const closed = once(port, "close");
    const ended = this.#pool.run({ task, port: port2 }, { transfer: [port2], signal: stop.signal }).then(
      async () => void (await closed),
      (failure: TaskFailure) => {
        port.close();
        throw this.#failure(failure);
      },
    );
    return { ended, taken: () => port.postMessage(TAKEN), abort: () => stop.abort() };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #failure(failure: TaskFailure): Error {
    if (failure.reason === "stopped") return failure;
    return failure.reason === "memory" ? memoryFailure(this.#memoryMegabytes) : crashFailure(failure.message);
  }
}
