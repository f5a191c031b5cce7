import { answerWith, serveCalls, Transferred } from "@quarry/plugin/workers";
import { COLUMNS } from "../../postings/segment-rows.ts";
import type { Asked } from "../../protocol.ts";
import { toPassageIndexError } from "../../sqlite/sqlite-failure.ts";
import type { BuiltSegment, InverterOperation } from "../protocol.ts";
import { invertPassages } from "./invert-passages.ts";
import { mergeSegments } from "./merge-segments.ts";

const buffersOf = ({ rows, blocks }: BuiltSegment): readonly ArrayBuffer[] => [
  ...COLUMNS.map((column) => rows[column].buffer as ArrayBuffer),
  ...blocks.map((block) => block.buffer as ArrayBuffer),
];

const answer = answerWith(async ({ parameters }) => {
  const { operation } = parameters as Asked<InverterOperation>;
  if (operation.kind === "invert") {
    const inverted = invertPassages(operation.passages);
    return new Transferred(inverted, buffersOf(inverted.segment));
  }
  const merged = await mergeSegments(operation.sources);
  return new Transferred(merged, buffersOf(merged));
});

serveCalls({ receive: (calls) => calls.forEach(answer), toFailure: toPassageIndexError });
