import { parentPort } from "node:worker_threads";
import { DomainError } from "@quarry/domain";
import { ArrivingBody } from "./arriving-body.ts";
import { BodyPlan } from "./body-plan.ts";
import type { AbandonTask, DecodeAnswer, DecodeTask } from "./decode-task.ts";
import { messageNamed } from "./message-named.ts";
import { memoryOf, packMessage } from "./message-transfer.ts";

const port = parentPort;
if (port === null) throw new Error("decode-worker must run as a worker thread");

const arriving = new Map<number, ArrivingBody>();

const bodyOf = ({ id, typeName, memory, pathFields }: DecodeTask): ArrivingBody => {
  let body = arriving.get(id);
  if (body === undefined) {
    body = new ArrivingBody(new BodyPlan(messageNamed(typeName), pathFields), new Uint8Array(memory));
    arriving.set(id, body);
  }
  return body;
};

const answer = (task: DecodeTask): DecodeAnswer => {
  try {
    const body = bodyOf(task);
    const message = body.decode(task.end);
    return { id: task.id, message: packMessage(messageNamed(task.typeName), message, body.memory) };
  } catch (error) {
    if (error instanceof DomainError) return { id: task.id, refused: error.message };
    return { id: task.id, broken: String(error) };
  } finally {
    arriving.delete(task.id);
  }
};

port.on("message", (task: DecodeTask | AbandonTask) => {
  if ("isAbandoned" in task) return void arriving.delete(task.id);
  if (!task.isWhole) return bodyOf(task).advance(task.end);
  const answered = answer(task);
  port.postMessage(answered, "message" in answered ? memoryOf(answered.message) : []);
});
