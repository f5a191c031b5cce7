import { inProgress, type ProgressEvent } from "@quarry/events";
import type { PageProgress } from "../parse/parse-protocol.ts";

/** What the parts of a file are called, where not pages. */
const UNITS: Readonly<Record<string, string>> = {
  pptx: "slide",
  xlsx: "sheet",
  gif: "frame",
  tif: "frame",
  tiff: "frame",
};

/** "reading page 12 of 40", while no chunks come. */
export const readingStep = (fileType: string, pages: PageProgress): ProgressEvent =>
  inProgress("parsing", pages.done === 0 ? "reading" : `reading ${place(fileType, pages)}`);

/** "page 12 of 40, 31 chunks". */
export const chunkedStep = (fileType: string, pages: PageProgress, chunks: number): ProgressEvent =>
  inProgress("chunking", `${prefix(fileType, pages)}${counted(chunks, "chunk")}`);

/** "page 12 of 40, embedding 31 chunks". */
export const embeddingStep = (fileType: string, pages: PageProgress, chunks: number): ProgressEvent =>
  inProgress("embedding", `${prefix(fileType, pages)}embedding ${counted(chunks, "chunk")}`);

const prefix = (fileType: string, pages: PageProgress): string =>
  pages.done === 0 ? "" : `${place(fileType, pages)}, `;

const place = (fileType: string, { done, total }: PageProgress): string => {
  const unit = UNITS[fileType] ?? "page";
  return total === undefined ? counted(done, unit) : `${unit} ${done} of ${total}`;
};

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;
