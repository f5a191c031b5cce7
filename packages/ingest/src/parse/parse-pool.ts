import { DEFAULT_PARSER_LIMITS, type PageView, type ParserLimits } from "@quarry/plugin";
import { Slots } from "@quarry/plugin/workers";
import { Context, Effect, Layer } from "effect";
import type { PageTask, ParseEvent, ParseTask } from "./parse-protocol.ts";
import { readDocument } from "./read-document.ts";
import type { ParseRunner } from "./runner/parse-runner.ts";
import { ProcessRunner } from "./runner/process-runner.ts";
import { ThreadRunner } from "./runner/thread-runner.ts";

export interface ParsePoolOptions {
  /** Number of documents read concurrently, each in a thread or a process of its own. */
  readonly threads: number;
  /** Milliseconds for which one document can keep its worker busy, without the time waiting for the receiver. */
  readonly timeoutMs: number;
  /** Megabytes that parsing one document can use: JavaScript heap in a thread, all memory in a process. */
  readonly memoryMegabytes: number;
  /** Parser limits that differ from `DEFAULT_PARSER_LIMITS`. */
  readonly parserLimits?: Partial<ParserLimits>;
  /** Milliseconds after which an idle worker ends. Default 30 s. */
  readonly idleTimeoutMs?: number;
}

/**
 * An idle process costs some 110 MB, an idle thread half of that; a start costs some 300 ms of processor time. Ending a
 * worker also releases memory left by a large document.
 */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * Milliseconds for rendering a page, which takes a tenth of a second. An engine that is stuck within one object doesn't
 * check its own shorter limit.
 */
const RENDER_TIMEOUT_MS = 20_000;

/**
 * Workers that parse documents: threads, or processes for parsers that request one. A parser that hangs, crashes or
 * exhausts its memory affects only its own document and worker, never this process.
 */
export class ParsePool extends Context.Service<
  ParsePool,
  {
    /** Parses a document. Ending the iteration early, or the signal, ends the worker's work. Throws `ParseFailure`. */
    parse(task: Omit<ParseTask, "limits">, signal: AbortSignal): AsyncIterable<ParseEvent>;
    /**
     * Renders one page, concurrently with documents being parsed. The caller limits how many run at a time. Throws
     * `ParseFailure`, or the signal's reason.
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
        timeoutMs: RENDER_TIMEOUT_MS,
        memoryMegabytes,
      };
      for await (const event of readDocument(request)) if (event.type === "page") return event.view;
      throw new Error("a worker rendered no page");
    },
  };
};
