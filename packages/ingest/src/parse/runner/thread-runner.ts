import { once } from "node:events";
import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import { type FromWorker, type ParseTask, TAKEN } from "../parse-protocol.ts";
import type { ParseRun, ParseRunner } from "./parse-runner.ts";
import { crashFailure, memoryFailure } from "./worker-failure.ts";
import { inheritedFlags, workerFile } from "../worker-file.ts";

export interface ThreadRunnerOptions {
  readonly threads: number;
  /** Megabytes of JavaScript heap per thread. What lies outside of it (buffers, WebAssembly) is not counted. */
  readonly memoryMegabytes: number;
  /** Milliseconds after which a thread without work ends. */
  readonly idleTimeoutMs: number;
}

/** Worker threads: quick to start and small, for parsers that can't take the process down. */
export class ThreadRunner implements ParseRunner {
  readonly #pool: Piscina;
  readonly #memoryMegabytes: number;

  constructor({ threads, memoryMegabytes, idleTimeoutMs }: ThreadRunnerOptions) {
    this.#memoryMegabytes = memoryMegabytes;
    this.#pool = new Piscina({
      filename: workerFile("parse-thread").href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleTimeoutMs,
      // With Atomics a thread that waits for work blocks, and then can't hear its port.
      atomics: "disabled",
      execArgv: [...inheritedFlags()],
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    });
    // A thread may die after its document was given up (it runs out of memory while it is being ended). The document
    // has its message already; without a listener the event would end the process.
    this.#pool.on("error", () => undefined);
  }

  start(task: ParseTask, receive: (incoming: FromWorker) => void): ParseRun {
    const { port1: port, port2 } = new MessageChannel();
    const stop = new AbortController();
    port.on("message", receive);
    const running: Promise<void> = this.#pool.run(
      { task, port: port2 },
      // Piscina derives this type from the wrong overload of postMessage; a list of transferables is what it takes.
      { transferList: [port2] as never, signal: stop.signal },
    );
    // The thread closes its end after the last message, so that none is lost.
    const closed = once(port, "close");
    const ended = running.then(
      async () => void (await closed),
      (error: unknown) => {
        port.close();
        throw this.#failure(error);
      },
    );
    return { ended, taken: () => port.postMessage(TAKEN), abort: () => stop.abort() };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  #failure(error: unknown): unknown {
    const { code, name, message } = error as NodeJS.ErrnoException;
    if (name === "AbortError") return error;
    return code === "ERR_WORKER_OUT_OF_MEMORY" ? memoryFailure(this.#memoryMegabytes) : crashFailure(message);
  }
}
