import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ParseFailure } from "../parse-failure.ts";
import type { FromWorker, ParseTask } from "../parse-protocol.ts";
import type { FromParseProcess, ToParseProcess } from "../process-protocol.ts";
import { inheritedFlags, workerFile } from "../worker-file.ts";
import { childEnvironment } from "./child-environment.ts";
import { exitFailure } from "./exit-failure.ts";
import { TextTail } from "./text-tail.ts";
import { startFailure } from "./worker-failure.ts";

/** Its last words may come after the news of its end; not always, when something of it holds the pipe open. */
const LAST_WORDS_MS = 200;

/** A process that was asked to end writes what Node keeps for the next start; after this time it is ended. */
const EXIT_GRACE_MS = 1_000;

/** The document that a process is reading. */
interface Reading {
  readonly task: ParseTask;
  readonly receive: (incoming: FromWorker) => void;
  readonly resolve: (isFit: boolean) => void;
  readonly reject: (failure: ParseFailure) => void;
}

/** A process that reads documents, one at a time. */
export class ParseChild {
  /** Resolves when nothing of it is left. */
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  readonly #errorOutput = new TextTail();
  #isReady = false;
  #reading: Reading | undefined;
  #failure: ParseFailure | undefined;

  constructor(memoryMegabytes: number) {
    const options = [String(memoryMegabytes), String(process.pid)];
    this.#process = fork(fileURLToPath(workerFile("parse-process")), options, {
      serialization: "advanced",
      execArgv: [...inheritedFlags(), `--max-old-space-size=${memoryMegabytes}`],
      env: childEnvironment(),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.ended = this.#end(memoryMegabytes);
    this.#process.on("message", (incoming: FromParseProcess) => this.#dispatch(incoming));
    this.#errorOutput.follow(this.#process.stderr);
  }

  get isAlive(): boolean {
    return this.#failure === undefined && this.#process.connected;
  }

  /** Reads a document. Resolves when the process is free again, with whether it is fit for another one. */
  read(task: ParseTask, receive: (incoming: FromWorker) => void): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#reading = { task, receive, resolve, reject };
      if (this.#failure !== undefined) reject(this.#failure);
      else if (this.#isReady) this.#send({ type: "parse", task });
    });
  }

  taken(): void {
    this.#send({ type: "taken" });
  }

  /** Ends it at once, whatever it does. */
  kill(): void {
    this.#process.kill("SIGKILL");
  }

  /** Ends it when it has nothing to do. */
  async retire(): Promise<void> {
    if (this.isAlive) this.#process.disconnect();
    await Promise.race([this.ended, delay(EXIT_GRACE_MS, undefined, { ref: false })]);
    this.kill();
  }

  #send(outgoing: ToParseProcess): void {
    // A process that has died can't be told anything; its end is told elsewhere.
    if (this.#process.connected) this.#process.send(outgoing, () => undefined);
  }

  #dispatch(incoming: FromParseProcess): void {
    switch (incoming?.type) {
      case "ready":
        this.#isReady = true;
        if (this.#reading !== undefined) this.#send({ type: "parse", task: this.#reading.task });
        return;
      case "free":
        this.#reading?.resolve(incoming.isFit);
        this.#reading = undefined;
        return;
      case "begun":
      case "uncounted_time":
      case "chunks":
      case "pages":
      case "end":
      case "failed":
        this.#reading?.receive(incoming);
        return;
      default:
      // A parser can write to this channel too; what it says there is not for us.
    }
  }

  async #end(memoryMegabytes: number): Promise<void> {
    const closed = once(this.#process, "close").catch(() => undefined);
    try {
      const [code, signal] = (await once(this.#process, "exit")) as [number | null, NodeJS.Signals | null];
      await Promise.race([closed, delay(LAST_WORDS_MS)]);
      this.#failure = exitFailure({ code, signal, errorOutput: this.#errorOutput.text }, memoryMegabytes);
    } catch (error) {
      // The process never was one.
      this.#failure = startFailure(error);
    }
    this.#reading?.reject(this.#failure);
  }
}
