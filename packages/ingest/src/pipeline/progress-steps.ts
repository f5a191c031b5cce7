import { inProgress, type ProgressEvent } from "@quarry/events";
import type { PageProgress } from "../parse/parse-protocol.ts";

/** Units of a file's sections, if they aren't pages. */
const UNITS: Readonly<Record<string, string>> = {
  pptx: "slide",
  xlsx: "sheet",
  gif: "frame",
  tif: "frame",
  tiff: "frame",
};

/**
 * Progress steps of one run. They never go back: once chunks are being embedded, parsing progress is reported within
 * the embedding step.
 */
export class RunSteps {
  readonly #fileType: string;
  /** Number of chunks that are embedded or being embedded. */
  #chunks = 0;

  constructor(fileType: string) {
    this.#fileType = fileType;
  }

  reading(pages: PageProgress): ProgressEvent {
    return this.#chunks === 0 ? readingStep(this.#fileType, pages) : embeddingStep(this.#fileType, pages, this.#chunks);
  }

  chunked(pages: PageProgress, chunks: number): ProgressEvent {
    return this.#chunks === 0 ? chunkedStep(this.#fileType, pages, chunks) : this.reading(pages);
  }

  embedding(pages: PageProgress, chunks: number): ProgressEvent {
    this.#chunks = chunks;
    return embeddingStep(this.#fileType, pages, chunks);
  }
}

/** Returns for example "reading page 12 of 40", while there are no chunks. */
export const readingStep = (fileType: string, pages: PageProgress): ProgressEvent =>
  inProgress("parsing", pages.done === 0 ? "reading" : `reading ${pagePosition(fileType, pages)}`);

/** Returns for example "page 12 of 40, 31 chunks". */
export const chunkedStep = (fileType: string, pages: PageProgress, chunks: number): ProgressEvent =>
  inProgress("chunking", `${prefix(fileType, pages)}${counted(chunks, "chunk")}`);

/** Returns for example "page 12 of 40, embedding 31 chunks". */
export const embeddingStep = (fileType: string, pages: PageProgress, chunks: number): ProgressEvent =>
  inProgress("embedding", `${prefix(fileType, pages)}embedding ${counted(chunks, "chunk")}`);

const prefix = (fileType: string, pages: PageProgress): string =>
  pages.done === 0 ? "" : `${pagePosition(fileType, pages)}, `;

const pagePosition = (fileType: string, { done, total }: PageProgress): string => {
  const unit = UNITS[fileType] ?? "page";
  return total === undefined ? counted(done, unit) : `${unit} ${done} of ${total}`;
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
