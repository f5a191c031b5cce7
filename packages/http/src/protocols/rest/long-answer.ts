import type { DescMessage } from "@bufbuild/protobuf";
import { TimeSlice } from "@quarry/plugin/time-slice";
import { answerHead, answerJson, jsonHead } from "../http/answer.ts";
import type { HttpCall } from "../http/http-call.ts";
import { writeChunk } from "../http/write-chunk.ts";
import type { MessageFields } from "../json/message-encoder.ts";
import { isLongMessage } from "../json/json-segments.ts";

/** Counted bytes from which an answer is written in segments, however few its messages are. */
const LARGE_BYTES = 65_536;

/**
 * Counted bytes from which an answer is also sent while it is written, because its source data is already in memory.
 */
const SENT_WHILE_WRITTEN_BYTES = 4_194_304;

/** Number of characters that are joined before they are encoded. */
const SEGMENT_CHARACTERS = 65_536;

export const isLongAnswer = ({ answer }: HttpCall, descriptor: DescMessage, output: MessageFields): boolean =>
  answer.reserved >= LARGE_BYTES || isLongMessage(descriptor, output);

/** Answers with a JSON text in time slices, so that other requests are served meanwhile. */
export const answerLong = (call: HttpCall, status: number, segments: Iterable<string>): Promise<void> =>
  call.answer.reserved >= SENT_WHILE_WRITTEN_BYTES && !call.isHead
    ? send(call, status, segments)
    : answerInSegments(call, status, segments);

/** Answers with a JSON text that is built in time slices, and counts its bytes meanwhile. */
export async function answerInSegments(call: HttpCall, status: number, segments: Iterable<string>): Promise<void> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const text of inTimeSlices(segments)) {
    if (call.isDisconnected) return;
    const chunk = Buffer.from(text);
    chunks.push(chunk);
    length += chunk.byteLength;
    await call.answer.reserveTotal(length);
  }
  call.answer.settle();
  if (call.isDisconnected) return;
  if (chunks.length === 1) return answerJson(call, status, chunks[0]!);
  call.response.writeHead(status, jsonHead(call, length));
  for (const chunk of call.isHead ? [] : chunks) if (!(await writeChunk(call.response, chunk))) return;
  call.response.end();
}

/** Sends the segments as fast as the receiver accepts them. */
async function send(call: HttpCall, status: number, segments: Iterable<string>): Promise<void> {
  call.answer.settle();
  if (call.isDisconnected) return;
  call.response.writeHead(status, answerHead(call));
  for await (const text of inTimeSlices(segments)) if (!(await writeChunk(call.response, text))) return;
  call.response.end();
}

/** Joins segments to texts of a minimum size, in time slices. */
async function* inTimeSlices(segments: Iterable<string>): AsyncGenerator<string> {
  const slice = new TimeSlice();
  let text = "";
  for (const segment of segments) {
    text += segment;
    if (text.length >= SEGMENT_CHARACTERS) {
      yield text;
      text = "";
    }
    if (slice.isOver) await slice.renew();
  }
  yield text;
}
