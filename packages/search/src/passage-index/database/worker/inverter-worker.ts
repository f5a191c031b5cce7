import { parentPort, type Transferable } from "node:worker_threads";
import { COLUMNS } from "../../postings/segment-rows.ts";
import type { BuiltSegment, InverterOperation } from "../protocol.ts";
import { answerMessages } from "./answer-messages.ts";
import { invertPassages } from "./invert-passages.ts";
import { mergeSegments } from "./merge-segments.ts";

const buffersOf = ({ rows, blocks }: BuiltSegment): readonly Transferable[] => [
  ...COLUMNS.map((column) => rows[column].buffer as ArrayBuffer),
  ...blocks.map((block) => block.buffer as ArrayBuffer),
];

answerMessages<InverterOperation>(parentPort!, async (operation) => {
  if (operation.kind === "invert") {
    const inverted = invertPassages(operation.passages);
    return { value: inverted, transfer: buffersOf(inverted.segment) };
  }
  const merged = await mergeSegments(operation.sources);
  return { value: merged, transfer: buffersOf(merged) };
});
