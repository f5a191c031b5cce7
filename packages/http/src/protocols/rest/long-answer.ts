import type { DescMessage } from "@bufbuild/protobuf";
import { answerJson, jsonHead } from "../http/answer.ts";
import type { HttpCall } from "../http/http-call.ts";
import { LoopShare } from "../http/loop-share.ts";
import { writeChunk } from "../http/write-chunk.ts";
import type { MessageFields } from "../json/message-encoder.ts";
import { pieceWriter } from "../json/json-pieces.ts";

/** Answers with a message of many parts, written so that others are served meanwhile. */
export interface LongAnswer {
  isLong(output: MessageFields): boolean;
  answer(call: HttpCall, status: number, output: MessageFields): Promise<void>;
}

/** Messages in lists from which an answer is written in pieces: what has fewer takes a moment. */
const MANY = 50;

/** Text that is put together before it becomes bytes. */
const PIECE_CHARACTERS = 65_536;

export function longAnswer(descriptor: DescMessage): LongAnswer {
  const { count, pieces } = pieceWriter(descriptor);
  return {
    isLong: (output) => count(output) >= MANY,
    answer: async (call, status, output) => {
      const chunks = await bytesOf(call, pieces(output));
      if (call.isGone) return;
      if (chunks.length === 1) return answerJson(call, status, chunks[0]!);
      const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
      call.response.writeHead(status, jsonHead(call, length));
      for (const chunk of call.isHead ? [] : chunks) if (!(await writeChunk(call.response, chunk))) return;
      call.response.end();
    },
  };
}

async function bytesOf(call: HttpCall, pieces: Iterable<string>): Promise<Buffer[]> {
  const share = new LoopShare();
  const chunks: Buffer[] = [];
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < PIECE_CHARACTERS) continue;
    chunks.push(Buffer.from(text));
    text = "";
    if (!share.isUsedUp) continue;
    await share.renew();
    if (call.isGone) break;
  }
  chunks.push(Buffer.from(text));
  return chunks;
}
