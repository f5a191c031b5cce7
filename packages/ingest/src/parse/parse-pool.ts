import { DEFAULT_PARSER_LIMITS, type PageView, type ParserLimits } from "@quarry/plugin";
import { Slots } from "@quarry/plugin/workers";
import { Context, Effect, Layer } from "effect";
import type { PageTask, ParseEvent, ParseTask } from "./parse-protocol.ts";
import { readDocument } from "./read-document.ts";
import type { ParseRunner } from "./runner/parse-runner.ts";
import { ProcessRunner } from "./runner/process-runner.ts";
import { ThreadRunner } from "./runner/thread-runner.ts";

export interface ParsePoolOptions {
  /** Documents read at the same time, each in a thread or a process of its own. */
  readonly threads: number;
  /** Milliseconds that one document may keep its worker busy; waiting for the receiver is not counted. */
  readonly timeoutMs: number;
  /** Megabytes that reading one document may take: of JavaScript heap in a thread, of all memory in a process. */
  readonly memoryMegabytes: number;
  /** Bounds for the parsers that differ from `DEFAULT_PARSER_LIMITS`. */
  readonly parserLimits?: Partial<ParserLimits>;
  /** Milliseconds after which a worker without work ends. Default 30 s. */
  readonly idleTimeoutMs?: number;
}

/**
 * An idle process costs some 110 MB, an idle thread half of that; a start costs some 300 ms of processor time. Ending
 * also gives back what a big document left behind.
 */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * Milliseconds for drawing a page, which takes a tenth of a second: an engine that is stuck within one object doesn't look at
 * the shorter time that it has itself.
 */
const SHOW_TIMEOUT_MS = 20_000;

/**
 * Workers that read documents: threads, or processes for parsers that ask for one. A parser that hangs, dies or eats its
 * memory costs its own document and its own worker, never this process.
 */
export class ParsePool extends Context.Service<
  ParsePool,
  {
    /** Reads a document. Ending the iteration early, or the signal, ends the worker's work. Throws `ParseFailure`. */
    parse(task: Omit<ParseTask, "limits">, signal: AbortSignal): AsyncIterable<ParseEvent>;
    /**
     * Shows one page, beside the documents that are read: how many at a time, the caller minds. Throws `ParseFailure`, or the
     * signal's reason.
     */
    showPage(task: Omit<PageTask, "limits">, signal: AbortSignal): Promise<PageView>;
  }
>()("@quarry/ingest/ParsePool") {
  static readonly layer = (options: ParsePoolOptions): Layer.Layer<ParsePool> =>
    Layer.effect(
      ParsePool,
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => makeRunners(options)),
          ({ thread, process }) => Effect.promise(() => Promise.all([thread.close(), process.close()])),
        ),
        (runners) => makeParsePool(runners, options),
      ),
    );
}

type Runners = Readonly<Record<ParseTask["parser"]["isolation"], ParseRunner>>;

const makeRunners = ({ threads, memoryMegabytes, idleTimeoutMs = IDLE_TIMEOUT_MS }: ParsePoolOptions): Runners => ({
  thread: new ThreadRunner({ threads, memoryMegabytes, idleTimeoutMs }),
  process: new ProcessRunner({ memoryMegabytes, idleTimeoutMs }),
});

const makeParsePool = (runners: Runners, options: ParsePoolOptions): ParsePool["Service"] => {
  const slots = new Slots(options.threads);
  const limits = { ...DEFAULT_PARSER_LIMITS, ...options.parserLimits };
  return {
    async *parse(unlimited, signal) {
      const task: ParseTask = { ...unlimited, limits };
      const leave = await slots.take(signal);
      try {
        for await (const event of readDocument({ runner: runners[task.parser.isolation], task, signal, ...options })) {
          if (event.type !== "page") yield event;
        }
      } finally {
        leave();
      }
    },
    async showPage(unlimited, signal) {
      const task: PageTask = { ...unlimited, limits };
      const { memoryMegabytes } = options;
      const request = {
        runner: runners[task.parser.isolation],
        task,
        signal,
        timeoutMs: SHOW_TIMEOUT_MS,
        memoryMegabytes,
      };
      for await (const event of readDocument(request)) if (event.type === "page") return event.view;
      throw new Error("a worker showed no page");
    },
  };
};
