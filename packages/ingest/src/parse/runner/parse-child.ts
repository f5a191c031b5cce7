import { Child, workerModule } from "@quarry/plugin/workers";
import type { ParseFailure } from "../parse-failure.ts";
import type { FromWorker, WorkerTask } from "../parse-protocol.ts";
import type { FromParseProcess, ToParseProcess } from "../process-protocol.ts";
import { exitFailure } from "./exit-failure.ts";
import { startFailure } from "./worker-failure.ts";

/** A process requested to exit writes Node's compile cache for the next start; after this time it is killed. */
const EXIT_GRACE_MS = 1_000;

/** The document that a process is parsing. */
interface Reading {
  readonly task: WorkerTask;
  readonly receive: (incoming: FromWorker) => void;
  readonly resolve: (isReusable: boolean) => void;
  readonly reject: (failure: ParseFailure) => void;
}

/** A process that parses documents, one at a time. */
export class ParseChild {
  /** Resolves when the process has completely ended. */
  readonly ended: Promise<void>;
  readonly #child: Child<FromParseProcess, ToParseProcess>;
  #isReady = false;
  #reading: Reading | undefined;
  #failure: ParseFailure | undefined;

  constructor(memoryMegabytes: number) {
    this.#child = new Child(
      {
        module: workerModule(import.meta.url, "../worker/parse-process"),
        arguments: [String(memoryMegabytes), String(process.pid)],
        environment: ["MALLOC_ARENA_MAX"],
        memoryMegabytes,
      },
      (incoming) => this.#dispatch(incoming),
    );
    this.ended = this.#child.ended.then((end) => {
      this.#failure = end instanceof Error ? startFailure(end) : exitFailure(end, memoryMegabytes);
      this.#reading?.reject(this.#failure);
    });
  }

  get isAlive(): boolean {
    return this.#failure === undefined && this.#child.isAlive;
  }

  /** Parses a document. Resolves when the process is free again, with whether it can be reused. */
  read(task: WorkerTask, receive: (incoming: FromWorker) => void): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#reading = { task, receive, resolve, reject };
      if (this.#failure !== undefined) reject(this.#failure);
      else if (this.#isReady) this.#child.send({ type: "parse", task });
    });
  }

  taken(): void {
    this.#child.send({ type: "taken" });
  }

  /** Kills the process at once. */
  kill(): void {
    this.#child.kill();
  }

  /** Ends an idle process. */
  retire(): Promise<void> {
    return this.#child.retire(EXIT_GRACE_MS);
  }

  #dispatch(incoming: FromParseProcess): void {
    switch (incoming?.type) {
      case "ready":
        this.#isReady = true;
        if (this.#reading !== undefined) this.#child.send({ type: "parse", task: this.#reading.task });
        return;
      case "free":
        this.#reading?.resolve(incoming.isReusable);
        this.#reading = undefined;
        return;
      case "begun":
      case "uncounted_time":
      case "chunks":
      case "attachment":
      case "page":
      case "pages":
      case "end":
      case "failed":
        this.#reading?.receive(incoming);
        return;
      default:
      // A parser can write to this channel too; its messages are ignored.
    }
  }
}
