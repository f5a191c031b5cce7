import { withoutPaths } from "@quarry/plugin/domain";
import { ActiveTimeLimit } from "./active-time-limit.ts";
import { Inbox } from "./inbox.ts";
import { ParseFailure } from "./parse-failure.ts";
import { isAnswered, type PageRendered, type ParseBroken, type ParseEvent, type WorkerTask } from "./parse-protocol.ts";
import type { ParseRunner } from "./runner/parse-runner.ts";
import { memoryFailure } from "./runner/worker-failure.ts";

export interface ReadRequest {
  readonly runner: ParseRunner;
  readonly task: WorkerTask;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly memoryMegabytes: number;
}

/**
 * A starting worker loads its parser, which takes seconds on a busy machine. That time is not the document's and is not
 * counted, but a parser whose module never loads must not block its document forever.
 */
const LOADING_TIMEOUT_MS = 60_000;

/**
 * Parses one document in a worker of the runner, within its time limit. Throws `ParseFailure`, or the signal's reason.
 */
export async function* readDocument(request: ReadRequest): AsyncGenerator<ParseEvent | PageRendered> {
  const { runner, task, signal } = request;
  const limit = new ActiveTimeLimit(request.timeoutMs, () => stop(timeFailure(request)));
  const loading = setTimeout(() => stop(loadingFailure(task)), LOADING_TIMEOUT_MS);
  const inbox = new Inbox(limit, () => clearTimeout(loading));
  const run = runner.start(task, (incoming) => inbox.receive(incoming));
  const stop = (reason: unknown): void => {
    inbox.fail(reason);
    run.abort();
  };
  const stopBySignal = () => stop(signal.reason);
  signal.addEventListener("abort", stopBySignal, { once: true });
  run.ended.catch((error: unknown) => inbox.fail(error));
  let finished = false;
  try {
    while (!finished) {
      const event = await inbox.take();
      if (isAnswered(event)) run.taken();
      finished = event.type === "end" || event.type === "page" || event.type === "failed";
      if (event.type === "failed") throw brokenFailure(event, request);
      yield event;
    }
  } finally {
    clearTimeout(loading);
    limit.end();
    signal.removeEventListener("abort", stopBySignal);
    // Only a busy worker is ended; a finished one serves the next document.
    if (!finished) run.abort();
    await run.ended.catch(() => undefined);
  }
}

const brokenFailure = (event: ParseBroken, { task, memoryMegabytes }: ReadRequest): ParseFailure => {
  const detail = `${task.parser.plugin}: ${event.message}`;
  if (event.reason === "memory") return memoryFailure(memoryMegabytes, detail);
  if (event.reason === "contract") {
    return new ParseFailure({
      reason: "crash",
      message: `the parser "${task.parser.plugin}" returned invalid output, which is a bug in the plugin and not a problem of the file`,
      detail,
    });
  }
  if (event.reason !== "crash") {
    return new ParseFailure({ reason: event.reason, message: withoutPaths(event.message), detail });
  }
  return new ParseFailure({
    reason: "crash",
    message: `the .${task.source.fileType} file could not be read: it may be damaged`,
    detail,
  });
};

const timeFailure = ({ timeoutMs }: ReadRequest): ParseFailure =>
  new ParseFailure({
    reason: "time",
    message: `reading the file took longer than ${timeoutMs / 1000} s (setting SERVICE_PARSE_TIMEOUT_SECONDS)`,
  });

const loadingFailure = (task: WorkerTask): ParseFailure =>
  new ParseFailure({
    reason: "time",
    message: `the parser for .${task.source.fileType} files did not start within ${LOADING_TIMEOUT_MS / 1000} s`,
    detail: task.parser.plugin,
  });
