import { parentPort } from "node:worker_threads";
import { DomainError } from "@quarry/domain";
import { wireDecoder } from "../intake/wire-decoder.ts";
import { ArrivingBody } from "./arriving-body.ts";
import { BodyPlan } from "./body-plan.ts";
import type { AbandonTask, DecodeAnswer, DecodeTask } from "./decode-task.ts";
import { messageNamed } from "./message-named.ts";
import { memoryOf, packMessage } from "./message-transfer.ts";

const port = parentPort;
if (port === null) throw new Error("decode-worker must run as a worker thread");

/** Bodies in the contract's own JSON, which are read while they arrive. */
const arriving = new Map<number, ArrivingBody>();

const bodyOf = ({ id, kind, memory }: DecodeTask): ArrivingBody => {
  let body = arriving.get(id);
  if (body === undefined) {
    const plan = new BodyPlan(messageNamed(kind.typeName), kind.pathFields, kind.maxValues);
    body = new ArrivingBody(plan, new Uint8Array(memory));
    arriving.set(id, body);
  }
  return body;
};

const answer = (task: DecodeTask): DecodeAnswer => {
  const { id, kind, end } = task;
  try {
    const input = messageNamed(kind.typeName);
    if (kind.format === "rest") {
      const body = bodyOf(task);
      const message = body.decode(end);
      return { id, message: packMessage(input, message, body.memory) };
    }
    // Decoders don't read memory that two threads share.
    const bytes = new Uint8Array(task.memory, 0, end).slice();
    return { id, message: packMessage(input, wireDecoder(input, kind.maxValues)(bytes, kind.format), undefined) };
  } catch (error) {
    if (error instanceof DomainError) return { id, refused: error.message };
    return { id, broken: String(error) };
  } finally {
    arriving.delete(id);
  }
};

port.on("message", (task: DecodeTask | AbandonTask) => {
  if ("isAbandoned" in task) return void arriving.delete(task.id);
  if (!task.isWhole) {
    if (task.kind.format === "rest") bodyOf(task).advance(task.end);
    return;
  }
  const answered = answer(task);
  port.postMessage(answered, "message" in answered ? memoryOf(answered.message) : []);
});
