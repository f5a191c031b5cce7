import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { ParsedDocumentInfo } from "@quarry/plugin";
import { Context, Effect, Layer } from "effect";
import { Piscina } from "piscina";
import { ActiveTimeLimit } from "./active-time-limit.ts";
import { ParseFailure } from "./parse-failure.ts";
import {
  type ContextualChunk,
  MAX_BATCHES_IN_FLIGHT,
  type PageProgress,
  type ParseBegun,
  type ParseMessage,
  type ParseTask,
  type UncountedTime,
} from "./parse-protocol.ts";

/** What comes out of a document, in order; the last one is `end`. */
export type ParseEvent =
  | { readonly type: "chunks"; readonly chunks: readonly ContextualChunk[]; readonly pages: PageProgress }
  | { readonly type: "end"; readonly info: ParsedDocumentInfo };

export interface ParsePoolOptions {
  /** Documents read at the same time, one thread each. */
  readonly threads: number;
  /** Milliseconds that one document may keep its thread busy; waiting for the receiver is not counted. */
  readonly timeoutMs: number;
  /** Megabytes of JavaScript heap per thread. */
  readonly memoryMegabytes: number;
}

/** An idle thread costs some 20 MB; ending it after this time also gives back what a big document left behind. */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * A thread that starts loads its parser, on a busy machine for seconds. That is not the document's fault and not counted
 * as its time, but a parser whose module never loads must not hold its document for ever.
 */
const LOADING_TIMEOUT_MS = 60_000;

/**
 * Worker threads that read documents. A parser that hangs, dies or eats its memory costs its own document and its own
 * thread, never the process.
 */
export class ParsePool extends Context.Service<
  ParsePool,
  {
    /** Reads a document. Ending the iteration early, or the signal, ends the thread's work. Throws `ParseFailure`. */
    parse(task: ParseTask, signal: AbortSignal): AsyncIterable<ParseEvent>;
  }
>()("@quarry/ingest/ParsePool") {
  static readonly layer = (options: ParsePoolOptions): Layer.Layer<ParsePool> =>
    Layer.effect(
      ParsePool,
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => makePool(options)),
          (pool) => Effect.promise(() => pool.destroy()),
        ),
        (pool) => ({ parse: (task, signal) => parseInPool(pool, options, task, signal) }),
      ),
    );
}

const makePool = (options: ParsePoolOptions): Piscina => {
  const pool = new Piscina({
    filename: new URL(import.meta.url.endsWith(".ts") ? "./parse-worker.ts" : "./parse-worker.js", import.meta.url)
      .href,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: IDLE_TIMEOUT_MS,
    // With Atomics a thread that waits for work blocks, and then can't hear its port.
    atomics: "disabled",
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes },
  });
  // A thread may die after its document was given up (it runs out of memory while it is being ended). The document has
  // its message already; without a listener the event would end the process.
  pool.on("error", () => undefined);
  return pool;
};

async function* parseInPool(
  pool: Piscina,
  options: ParsePoolOptions,
  task: ParseTask,
  signal: AbortSignal,
): AsyncGenerator<ParseEvent> {
  const { port1: port, port2 } = new MessageChannel();
  const stop = new AbortController();
  let timeout: ParseFailure | undefined;
  const end = (failure: ParseFailure) => {
    timeout = failure;
    stop.abort();
  };
  const limit = new ActiveTimeLimit(options.timeoutMs, () => end(timeFailure(options)));
  const loading = setTimeout(() => end(loadingFailure(task)), LOADING_TIMEOUT_MS);
  const inbox = new Inbox(port, limit, () => clearTimeout(loading));
  const run = pool.run(
    { ...task, port: port2 },
    // Piscina derives this type from the wrong overload of postMessage; a list of transferables is what it takes.
    { transferList: [port2] as never, signal: AbortSignal.any([signal, stop.signal]) },
  );
  run.catch((error: unknown) => inbox.fail(timeout ?? threadFailure(error, options)));
  let finished = false;
  try {
    while (!finished) {
      const event = await inbox.take();
      finished = event.type !== "chunks";
      if (event.type === "failed") throw readFailure(event, task);
      yield event;
    }
  } finally {
    clearTimeout(loading);
    limit.pause();
    port.close();
    // Aborting ends the thread: only for one that is still busy, a finished one serves the next document.
    if (!finished) stop.abort();
    await run.catch(() => undefined);
  }
}

/** The receiving end of a task's port. The time limit rests while the worker has to wait for us. */
class Inbox {
  readonly #port: MessagePort;
  readonly #limit: ActiveTimeLimit;
  readonly #received: ParseMessage[] = [];
  #failure: unknown;
  #wake: () => void = () => undefined;

  constructor(port: MessagePort, limit: ActiveTimeLimit, onBegun: () => void) {
    this.#port = port;
    this.#limit = limit;
    port.on("message", (incoming: ParseBegun | UncountedTime | ParseMessage) => {
      if (incoming.type === "uncounted_time") {
        limit.extend(incoming.milliseconds);
        return;
      }
      if (incoming.type === "begun") {
        onBegun();
        limit.run();
        return;
      }
      this.#received.push(incoming);
      if (this.#received.length >= MAX_BATCHES_IN_FLIGHT) limit.pause();
      this.#wake();
    });
  }

  fail(failure: unknown): void {
    this.#failure = failure;
    this.#wake();
  }

  async take(): Promise<ParseMessage> {
    for (;;) {
      const first = this.#received.shift();
      if (first !== undefined) {
        this.#limit.run();
        if (first.type === "chunks") this.#port.postMessage("taken");
        return first;
      }
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

const readFailure = (event: Extract<ParseMessage, { readonly type: "failed" }>, task: ParseTask): ParseFailure => {
  if (event.reason !== "crash") return new ParseFailure({ reason: event.reason, message: event.message });
  return new ParseFailure({
    reason: "crash",
    message: `the .${task.source.fileType} file could not be read: it may be damaged`,
    detail: `${task.parser.plugin}: ${event.message}`,
  });
};

const timeFailure = (options: ParsePoolOptions): ParseFailure =>
  new ParseFailure({
    reason: "time",
    message: `reading the file took longer than ${options.timeoutMs / 1000} s (setting SERVICE_PARSE_TIMEOUT_SECONDS)`,
  });

const loadingFailure = (task: ParseTask): ParseFailure =>
  new ParseFailure({
    reason: "time",
    message: `the parser for .${task.source.fileType} files did not start within ${LOADING_TIMEOUT_MS / 1000} s`,
    detail: task.parser.plugin,
  });

const threadFailure = (error: unknown, options: ParsePoolOptions): unknown => {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === "AbortError") return error;
  if (code === "ERR_WORKER_OUT_OF_MEMORY") {
    return new ParseFailure({
      reason: "memory",
      message: `reading the file needed more than ${options.memoryMegabytes} MB of memory (setting SERVICE_PARSE_MEMORY_MB)`,
    });
  }
  return new ParseFailure({
    reason: "crash",
    message: "reading the file ended unexpectedly: it may be damaged",
    detail: message,
  });
};
