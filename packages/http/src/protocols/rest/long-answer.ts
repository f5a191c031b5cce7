import type { DescMessage } from "@bufbuild/protobuf";
import { TimeSlice } from "@quarry/plugin/time-slice";
import { answerHead, answerJson, jsonHead } from "../http/answer.ts";
import type { HttpCall } from "../http/http-call.ts";
import { writeChunk } from "../http/write-chunk.ts";
import type { MessageFields } from "../json/message-encoder.ts";
import { isLongMessage, segmentWriter } from "../json/json-segments.ts";

/** Answers with a message of many parts, written so that others are served meanwhile. */
export interface LongAnswer {
  isLong(call: HttpCall, output: MessageFields): boolean;
  answer(call: HttpCall, status: number, output: MessageFields): Promise<void>;
}

/** Bytes that are counted of an answer from which it is written in pieces, however few its messages are. */
const LARGE_BYTES = 65_536;

/** The same, from which it is sent while it is written: what it is made of is in memory already. */
const SENT_WHILE_WRITTEN_BYTES = 4_194_304;

/** Text that is put together before it becomes bytes. */
const PIECE_CHARACTERS = 65_536;

export function longAnswer(descriptor: DescMessage): LongAnswer {
  const { segments } = segmentWriter(descriptor);
  return {
    isLong: ({ answer }, output) => answer.reserved >= LARGE_BYTES || isLongMessage(descriptor, output),
    answer: async (call, status, output) => {
      const isSentAtOnce = call.answer.reserved >= SENT_WHILE_WRITTEN_BYTES && !call.isHead;
      await (isSentAtOnce ? send(call, status, segments(output)) : answerInSegments(call, status, segments(output)));
    },
  };
}

/** Answers with a JSON text that is put together in time slices, and counted while it is. */
export async function answerInSegments(call: HttpCall, status: number, segments: Iterable<string>): Promise<void> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const text of inTimeSlices(segments)) {
    if (call.isGone) return;
    const chunk = Buffer.from(text);
    chunks.push(chunk);
    length += chunk.byteLength;
    await call.answer.holdAll(length);
  }
  call.answer.settle();
  if (call.isGone) return;
  if (chunks.length === 1) return answerJson(call, status, chunks[0]!);
  call.response.writeHead(status, jsonHead(call, length));
  for (const chunk of call.isHead ? [] : chunks) if (!(await writeChunk(call.response, chunk))) return;
  call.response.end();
}

/** As fast as it is taken. */
async function send(call: HttpCall, status: number, segments: Iterable<string>): Promise<void> {
  call.answer.settle();
  if (call.isGone) return;
  call.response.writeHead(status, answerHead(call));
  for await (const text of inTimeSlices(segments)) if (!(await writeChunk(call.response, text))) return;
  call.response.end();
}

/** Joins pieces to texts of some size, in time slices. */
async function* inTimeSlices(segments: Iterable<string>): AsyncGenerator<string> {
  const slice = new TimeSlice();
  let text = "";
  for (const segment of segments) {
    text += segment;
    if (text.length >= PIECE_CHARACTERS) {
      yield text;
      text = "";
    }
    if (slice.isOver) await slice.renew();
  }
  yield text;
}
