import { createReadStream } from "node:fs";
import { create } from "@bufbuild/protobuf";
import { type ParseRequest, ParseRequestSchema } from "@quarry/api/plugin";
import {
  ParserError,
  type ParserErrorReason,
  type ParserEvent,
  type ParserLimits,
  type ParserSource,
  type PluginErrorReason,
} from "@quarry/plugin";
import { timedOut } from "../peer/explain-failure.ts";
import { Peer } from "../peer/peer.ts";
import { PeerFailure } from "../peer/peer-failure.ts";
import type { PeerSettings } from "../peer/remote-settings.ts";
import { parseFailureReasonOf, parserEventOf, parserLimitsMessage } from "../wire/parser-message.ts";
import { parserContract } from "./parser-contract.ts";

/** Bytes of a file in one message. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Parses a file with the parser that a peer serves, over a separate connection: parse threads start and end without
 * notice. Leaving the iteration, or the time limit, stops the work at the peer. Every failure is a `ParserError`. It is
 * `unavailable` if the peer is to blame: the document then waits for it.
 */
export async function* parseRemotely(
  source: ParserSource,
  limits: ParserLimits,
  settings: PeerSettings & { readonly timeoutSeconds: number },
): AsyncGenerator<ParserEvent> {
  const { timeoutSeconds } = settings;
  const peer = new Peer({ contract: parserContract, settings });
  const left = new AbortController();
  const deadline = AbortSignal.timeout(timeoutSeconds * 1000);
  const signal = AbortSignal.any([left.signal, deadline]);
  try {
    const answers = await peer.call(
      async ({ client, name, capabilities: { fileTypes } }, options) => {
        if (!fileTypes.includes(source.fileType))
          throw new PeerFailure("incompatible", unreadable(name, source, fileTypes));
        return client.parse(fileParts(source, limits), options);
      },
      timeoutSeconds,
      signal,
    );
    for await (const { events } of answers) {
      for (const event of events) {
        if (event.kind.case === "failure") {
          const { reason, message } = event.kind.value;
          throw new ParserError(parseFailureReasonOf(reason), message.trim() || "the file can't be read");
        }
        const known = parserEventOf(event);
        if (known !== undefined) yield known;
      }
    }
  } catch (error) {
    if (error instanceof ParserError) throw error;
    throw asParserError(
      deadline.aborted ? timedOut({ peer: peer.name, timeoutSeconds }) : await peer.explain(error, timeoutSeconds),
    );
  } finally {
    left.abort();
    peer.close();
  }
}

async function* fileParts(source: ParserSource, limits: ParserLimits): AsyncGenerator<ParseRequest> {
  const { filename, fileType, size } = source;
  const start = {
    filename: filename.toWellFormed(),
    fileType,
    size: BigInt(size),
    limits: parserLimitsMessage(limits),
  };
  yield create(ParseRequestSchema, { part: { case: "start", value: start } });
  for await (const bytes of createReadStream(source.path, { highWaterMark: CHUNK_BYTES })) {
    yield create(ParseRequestSchema, { part: { case: "bytes", value: bytes as Uint8Array } });
  }
}

const unreadable = (name: string, { fileType }: ParserSource, fileTypes: readonly string[]): string =>
  `${name} does not read .${fileType} files; it reads ${fileTypes.slice(0, 50).join(", ")}`;

/** Failure reasons of a peer that concern the file. Every other reason is a failure of the peer itself. */
const FILE_REASONS: Partial<Record<PluginErrorReason, ParserErrorReason>> = {
  invalid: "corrupt",
  internal: "corrupt",
  limit: "limit",
};

const asParserError = (failure: PeerFailure): ParserError =>
  new ParserError(FILE_REASONS[failure.reason] ?? "unavailable", `the parsing plugin ${failure.message}`, {
    cause: failure,
  });
