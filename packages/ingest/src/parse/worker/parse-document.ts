import { GIVEN_CHUNKS_TYPE } from "@quarry/plugin/domain";
import type { PageView, ParserError } from "@quarry/plugin";
import { Chunker } from "@quarry/text/chunks";
import type { PageTask, ParseBroken, ParsedFile, ParseTask, WorkerTask } from "../parse-protocol.ts";
import { AttachedFiles } from "./attached-files.ts";
import { ChunkBatches } from "./chunk-batches.ts";
import { checkEvent, checkEvents, WrongEvent } from "./check-event.ts";
import { checkPageView } from "./check-page-view.ts";
import { cleanInfo } from "./clean-info.ts";
import { openParser } from "./open-parser.ts";
import { sendUploadedChunks } from "./parser-chunks.ts";
import { TableCaptions } from "./table-captions.ts";
import type { Outbox } from "./outbox.ts";
import { ReadingWatch } from "./reading-watch.ts";

/**
 * Parses one document, splits it into chunks and sends them; or renders one of its pages. Never throws: an error is the
 * last message. Returns false if the parser failed in a way that may have left it unusable for the next document.
 */
export const parseDocument = async (task: WorkerTask, outbox: Outbox): Promise<boolean> => {
  try {
    if ("show" in task) {
      outbox.finish({ type: "page", view: await showPage(task, outbox) });
      return true;
    }
    const send = task.source.fileType === GIVEN_CHUNKS_TYPE ? sendUploadedChunks : sendChunks;
    outbox.finish({ type: "end", ...(await send(task, outbox)) });
    return true;
  } catch (error) {
    const broken = brokenBy(error);
    outbox.finish(broken);
    return broken.reason !== "crash" && broken.reason !== "memory";
  }
};

const NO_ATTACHMENTS = { types: [], most: 0 };

const sendChunks = async (task: ParseTask, outbox: Outbox): Promise<ParsedFile> => {
  const parser = await openParser(task.parser);
  outbox.begin();
  const watch = new ReadingWatch();
  const chunker = new Chunker(task);
  const captions = new TableCaptions();
  const batches = new ChunkBatches(outbox, task.source.filename);
  const attached = new AttachedFiles(outbox, task.attachments ?? NO_ATTACHMENTS);
  for await (const input of checkEvents(parser.parse(task.source, task.limits))) {
    watch.pauseReading();
    const event = checkEvent(input);
    if (event.type === "block") {
      const chunks = watch.chunking(() => captions.push(event.block).flatMap((block) => chunker.push(block)));
      // Most blocks complete no chunk, and each `await` is a round through the event queue.
      if (chunks.length > 0) await batches.add(chunks);
    } else if (event.type === "info") batches.info = { ...batches.info, ...cleanInfo(event.info) };
    else if (event.type === "attachment") await attached.add(event.attachment);
    else if (event.type === "progress") {
      batches.pages = { done: event.done, ...(event.total === undefined ? {} : { total: event.total }) };
      await batches.report();
    } else outbox.uncountedTime(event.milliseconds);
    watch.resumeReading();
  }
  watch.pauseReading();
  await batches.add(
    watch.chunking(() => [...captions.end().flatMap((block) => chunker.push(block)), ...chunker.finish()]),
  );
  await batches.flush();
  const warnings = [...(batches.info.warnings ?? []), ...attached.warnings];
  const info = warnings.length === 0 ? batches.info : { ...batches.info, warnings };
  return { info, ...watch.times };
};

const showPage = async ({ parser: choice, source, show, limits }: PageTask, outbox: Outbox): Promise<PageView> => {
  const parser = await openParser(choice);
  outbox.begin();
  // `showPage` is declared in its capabilities, which the host has checked.
  return checkPageView(await parser.showPage?.(source, show, limits), show);
};

/** Messages of JavaScript and WebAssembly when an allocation fails. */
const NO_MEMORY = /allocation failed|could not allocate|unable to grow|maximum memory size|out of memory|aborted\(oom/i;

const brokenBy = (error: unknown): ParseBroken => {
  // Compared by name: a third-party parser can have its own copy of the class.
  if (error instanceof Error && error.name === "ParserError") {
    return { type: "failed", reason: (error as ParserError).reason, message: error.message };
  }
  if (error instanceof WrongEvent) return { type: "failed", reason: "contract", message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return { type: "failed", reason: NO_MEMORY.test(message) ? "memory" : "crash", message };
};
