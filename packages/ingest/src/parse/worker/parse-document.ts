import { GIVEN_CHUNKS_TYPE } from "@quarry/plugin/domain";
import type { ParsedDocumentInfo, ParserError } from "@quarry/plugin";
import { Chunker } from "@quarry/plugin/text";
import type { ParseBroken, ParseTask } from "../parse-protocol.ts";
import { ChunkBatches } from "./chunk-batches.ts";
import { checkEvent, checkEvents, WrongEvent } from "./check-event.ts";
import { cleanInfo } from "./clean-info.ts";
import { openParser } from "./open-parser.ts";
import { sendGivenChunks } from "./given-chunks.ts";
import type { Outbox } from "./outbox.ts";

/**
 * Reads one document with its parser, cuts it into chunks and sends them. Never throws: what goes wrong is the last
 * message. False when the parser broke down in a way that may have left it unfit for the next document.
 */
export const parseDocument = async (task: ParseTask, outbox: Outbox): Promise<boolean> => {
  try {
    const send = task.source.fileType === GIVEN_CHUNKS_TYPE ? sendGivenChunks : sendChunks;
    outbox.finish({ type: "end", info: await send(task, outbox) });
    return true;
  } catch (error) {
    const broken = brokenBy(error);
    outbox.finish(broken);
    return broken.reason !== "crash" && broken.reason !== "memory";
  }
};

const sendChunks = async (task: ParseTask, outbox: Outbox): Promise<ParsedDocumentInfo> => {
  const parser = await openParser(task.parser);
  outbox.begin();
  const chunker = new Chunker(task);
  const batches = new ChunkBatches(outbox, task.source.filename);
  for await (const given of checkEvents(parser.parse(task.source, task.limits))) {
    const event = checkEvent(given);
    if (event.type === "block") await batches.add(chunker.push(event.block));
    else if (event.type === "info") batches.info = { ...batches.info, ...cleanInfo(event.info) };
    else if (event.type === "progress") {
      batches.pages = { done: event.done, ...(event.total === undefined ? {} : { total: event.total }) };
      await batches.report();
    } else outbox.uncountedTime(event.milliseconds);
  }
  await batches.add(chunker.finish());
  await batches.flush();
  return batches.info;
};

/** How JavaScript and WebAssembly say that an allocation was refused. */
const NO_MEMORY = /allocation failed|could not allocate|unable to grow|maximum memory size|out of memory|aborted\(oom/i;

const brokenBy = (error: unknown): ParseBroken => {
  // By name: a parser of a third party may bring its own copy of the class.
  if (error instanceof Error && error.name === "ParserError") {
    return { type: "failed", reason: (error as ParserError).reason, message: error.message };
  }
  if (error instanceof WrongEvent) return { type: "failed", reason: "contract", message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return { type: "failed", reason: NO_MEMORY.test(message) ? "memory" : "crash", message };
};
