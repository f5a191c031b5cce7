import type { FromWorker, WorkerTask } from "../parse-protocol.ts";
import { ParseChild } from "./parse-child.ts";
import type { ParseRun, ParseRunner } from "./parse-runner.ts";
import { startFailure } from "./worker-failure.ts";

export interface ProcessRunnerOptions {
  /** Megabytes that a process can use in total beyond those of an idle one: JavaScript, native and WebAssembly. */
  readonly memoryMegabytes: number;
  /** Milliseconds after which an idle process ends. */
  readonly idleTimeoutMs: number;
}

/** Child processes, for parsers that could crash the process. There is one per document read concurrently. */
export class ProcessRunner implements ParseRunner {
  readonly #options: ProcessRunnerOptions;
  readonly #children = new Set<ParseChild>();
  /** LIFO: the process that became free last serves next, so that the others can end. */
  readonly #idle: { readonly child: ParseChild; readonly timer: NodeJS.Timeout }[] = [];

  constructor(options: ProcessRunnerOptions) {
    this.#options = options;
  }

  start(task: WorkerTask, receive: (incoming: FromWorker) => void): ParseRun {
    let child: ParseChild;
    try {
      child = this.#claimIdle() ?? this.#open();
    } catch (error) {
      return { ended: Promise.reject(startFailure(error)), taken: () => undefined, abort: () => undefined };
    }
    let isOver = false;
    const ended = child.read(task, receive).then(
      (isReusable) => {
        isOver = true;
        if (isReusable) this.#retain(child);
        else void child.retire();
      },
      (error: unknown) => {
        isOver = true;
        child.kill();
        throw error;
      },
    );
    return {
      ended,
      taken: () => child.taken(),
      abort: () => {
        if (!isOver) child.kill();
      },
    };
  }

  async close(): Promise<void> {
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    for (const child of this.#children) child.kill();
    await Promise.all([...this.#children].map((child) => child.ended));
  }

  #open(): ParseChild {
    const child = new ParseChild(this.#options.memoryMegabytes);
    this.#children.add(child);
    void child.ended.then(() => this.#children.delete(child));
    return child;
  }

  #claimIdle(): ParseChild | undefined {
    for (let last = this.#idle.pop(); last !== undefined; last = this.#idle.pop()) {
      clearTimeout(last.timer);
      if (last.child.isAlive) return last.child;
    }
    return undefined;
  }

  #retain(child: ParseChild): void {
    const timer = setTimeout(() => {
      const index = this.#idle.findIndex((entry) => entry.child === child);
      if (index >= 0) this.#idle.splice(index, 1);
      void child.retire();
    }, this.#options.idleTimeoutMs);
    timer.unref();
    this.#idle.push({ child, timer });
  }
}
