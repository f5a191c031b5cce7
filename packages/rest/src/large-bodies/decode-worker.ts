import { parentPort } from "node:worker_threads";
import { toBinary } from "@bufbuild/protobuf";
import { DomainError } from "@quarry/domain";
import { decodeJsonBody } from "../rest/request-reader.ts";
import type { DecodeAnswer, DecodeTask } from "./decode-task.ts";
import { messageNamed } from "./message-named.ts";

const port = parentPort;
if (port === null) throw new Error("decode-worker must run as a worker thread");

const answer = (task: DecodeTask): DecodeAnswer => {
  try {
    const descriptor = messageNamed(task.typeName);
    // Binary, because a message loses what its prototype knows when it is copied between threads.
    return { id: task.id, binary: toBinary(descriptor, decodeJsonBody(descriptor, task.bytes, task.pathFields)) };
  } catch (error) {
    if (error instanceof DomainError) return { id: task.id, refused: error.message };
    return { id: task.id, broken: String(error) };
  }
};

port.on("message", (task: DecodeTask) => {
  const answered = answer(task);
  port.postMessage(answered, "binary" in answered ? [answered.binary.buffer as ArrayBuffer] : []);
});
