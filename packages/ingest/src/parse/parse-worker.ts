import { once } from "node:events";
import type { MessagePort } from "node:worker_threads";
import { type ParsedDocumentInfo, type ParserError, type ParserPlugin, type ParserV1 } from "@quarry/plugin";
import { Chunker, embeddingText, type TextChunk } from "@quarry/text";
// Not from "effect" itself: that would be 14 MB more in each thread that parses.
import * as Schema from "effect/Schema";
import {
  CHUNKS_PER_BATCH,
  type ContextualChunk,
  MAX_BATCHES_IN_FLIGHT,
  type PageProgress,
  type ParseBegun,
  type ParseMessage,
  type ParseTask,
  type PortedParseTask,
  type UncountedTime,
} from "./parse-protocol.ts";

/**
 * The Piscina task: reads one document with its parser, cuts it into chunks and sends them in batches. Its result says
 * nothing; all that matters goes through the task's own port, in order.
 */
export default async function parseDocument({ port, ...task }: PortedParseTask): Promise<void> {
  const outbox = new Outbox(port);
  try {
    outbox.finish({ type: "end", info: await sendChunks(task, outbox) });
  } catch (error) {
    outbox.finish(failureOf(error));
  }
}

const sendChunks = async (task: ParseTask, outbox: Outbox): Promise<ParsedDocumentInfo> => {
  const parser = await openParser(task.parser.moduleUrl, task.parser.settings);
  outbox.begin();
  const chunker = new Chunker(task);
  let info: ParsedDocumentInfo = {};
  let pages: PageProgress = { done: 0 };
  let batch: ContextualChunk[] = [];
  const add = async (chunks: readonly TextChunk[]): Promise<void> => {
    for (const chunk of chunks) {
      batch.push(withContext(chunk, info.title ?? titleOf(task.source.filename)));
      if (batch.length < CHUNKS_PER_BATCH) continue;
      await outbox.sendChunks(batch, pages);
      batch = [];
    }
  };
  for await (const event of parser.parse(task.source, task.limits)) {
    if (event.type === "block") await add(chunker.push(event.block));
    else if (event.type === "info") info = { ...info, ...event.info };
    else if (event.type === "progress")
      pages = { done: event.done, ...(event.total === undefined ? {} : { total: event.total }) };
    else outbox.uncountedTime(event.milliseconds);
  }
  await add(chunker.finish());
  if (batch.length > 0) await outbox.sendChunks(batch, pages);
  return info;
};

/** A parser is made once per thread and settings; its module may load a large library. */
const parsers = new Map<string, Promise<ParserV1>>();

const openParser = (moduleUrl: string, rawSettings: unknown): Promise<ParserV1> => {
  const key = `${moduleUrl} ${JSON.stringify(rawSettings)}`;
  let parser = parsers.get(key);
  if (parser === undefined) {
    parser = makeParser(moduleUrl, rawSettings);
    parsers.set(key, parser);
  }
  return parser;
};

const makeParser = async (moduleUrl: string, rawSettings: unknown): Promise<ParserV1> => {
  const { default: plugin } = (await import(moduleUrl)) as { readonly default: ParserPlugin };
  return plugin.make(Schema.decodeUnknownSync(plugin.settings)(rawSettings));
};

const withContext = (chunk: TextChunk, title: string): ContextualChunk => {
  const embedded = embeddingText(chunk, { title });
  return { ...chunk, contextText: embedded.slice(0, embedded.length - chunk.text.length).trimEnd() };
};

/** A file without a title of its own goes by its name: "pump-manual_v2.pdf" is found by "pump manual". */
const titleOf = (filename: string): string => filename.replace(/\.[^.]*$/, "").replaceAll(/[_-]+/g, " ");

/** Sends with back-pressure: at most `MAX_BATCHES_IN_FLIGHT` batches are on the way. */
class Outbox {
  readonly #port: MessagePort;
  #inFlight = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on("message", () => {
      this.#inFlight -= 1;
    });
  }

  /** Thread and parser are there: from now on the time is the document's. */
  begin(): void {
    this.#post({ type: "begun" });
  }

  uncountedTime(milliseconds: number): void {
    this.#post({ type: "uncounted_time", milliseconds });
  }

  async sendChunks(chunks: readonly ContextualChunk[], pages: PageProgress): Promise<void> {
    while (this.#inFlight >= MAX_BATCHES_IN_FLIGHT) await once(this.#port, "message");
    this.#inFlight += 1;
    this.#post({ type: "chunks", chunks, pages });
  }

  finish(last: ParseMessage): void {
    this.#post(last);
    this.#port.close();
  }

  #post(outgoing: ParseBegun | UncountedTime | ParseMessage): void {
    this.#port.postMessage(outgoing);
  }
}

const failureOf = (error: unknown): ParseMessage => {
  // By name: a parser of a third party may bring its own copy of the class.
  if (error instanceof Error && error.name === "ParserError") {
    return { type: "failed", reason: (error as ParserError).reason, message: error.message };
  }
  return { type: "failed", reason: "crash", message: error instanceof Error ? error.message : String(error) };
};
