import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { ConnectError, type ServiceImpl } from "@connectrpc/connect";
import {
  type ParseResponse,
  ParseResponseSchema,
  type ParserEvent as EventMessage,
  ParserEventSchema,
  type ParserService,
} from "@quarry/api/plugin";
import { type ParserCapabilities, ParserError, type ParserV1, type PluginContext, unreadFiles } from "@quarry/plugin";
import { parseFailureReasonMessage, parserEventMessage, parserLimitsOf } from "../wire/parser-message.ts";
import { receiveFile } from "./receive-file.ts";
import { type ServedCalls, unexpected } from "./served-calls.ts";

/** Maximum events per message. A message is sent earlier if an event is urgent. */
const EVENTS_PER_MESSAGE = 64;
/** Maximum characters of text per message, far below the byte limit. */
const CHARACTERS_PER_MESSAGE = 65_536;

/** Implements the gRPC service of a parser in this process. */
export const parserImplementation = (
  parser: ParserV1,
  capabilities: ParserCapabilities,
  { identity, refuse }: ServedCalls,
  log: PluginContext["log"],
): ServiceImpl<typeof ParserService> => ({
  describe: () => ({ identity, fileTypes: [...capabilities.fileTypes] }),
  health: () => ({}),
  parse: async function* (requests, { signal }) {
    // The file is deleted afterwards, even after a failure.
    const folder = await mkdtemp(join(tmpdir(), "quarry-served-parser-"));
    try {
      const { source, limits } = await receiveFile(requests, join(folder, "file"), refuse);
      yield* batches(events(parser, source, parserLimitsOf(limits), signal));
    } catch (error) {
      if (signal.aborted || error instanceof ConnectError) throw error;
      throw unexpected(identity.name ?? "the parser", error, log);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** Streams the parser's events; a failure is the last event. Ends when the caller disconnects. */
async function* events(
  parser: ParserV1,
  source: Parameters<ParserV1["parse"]>[0],
  limits: Parameters<ParserV1["parse"]>[1],
  signal: AbortSignal,
): AsyncGenerator<EventMessage> {
  let reported: readonly string[] = [];
  const attached: string[] = [];
  try {
    for await (const event of parser.parse(source, limits)) {
      if (signal.aborted) return;
      if (event.type === "attachment") {
        attached.push(event.attachment.filename);
        continue;
      }
      if (event.type === "info") reported = event.info.warnings ?? reported;
      yield parserEventMessage(event);
    }
    // Files within a file are not sent. They are named as a warning, like everything that is omitted.
    const warnings = [...reported, ...unreadFiles(attached)];
    if (attached.length > 0) yield parserEventMessage({ type: "info", info: { warnings } });
  } catch (error) {
    if (!(error instanceof ParserError)) throw error;
    const value = { reason: parseFailureReasonMessage(error.reason), message: error.message.toWellFormed() };
    yield create(ParserEventSchema, { kind: { case: "failure", value } });
  }
}

async function* batches(all: AsyncIterable<EventMessage>): AsyncGenerator<ParseResponse> {
  let waiting: EventMessage[] = [];
  let characters = 0;
  for await (const event of all) {
    waiting.push(event);
    if (event.kind.case === "block") characters += event.kind.value.text.length;
    // Progress events and pauses of the time limit are only useful immediately: they are sent without buffering.
    const isUrgent = event.kind.case !== "block" && event.kind.case !== "info";
    if (!isUrgent && waiting.length < EVENTS_PER_MESSAGE && characters < CHARACTERS_PER_MESSAGE) continue;
    yield create(ParseResponseSchema, { events: waiting });
    waiting = [];
    characters = 0;
  }
  if (waiting.length > 0) yield create(ParseResponseSchema, { events: waiting });
}
