import { once } from "node:events";
import type { DescMessage, Message } from "@bufbuild/protobuf";
import { DomainError } from "@quarry/plugin/domain";
import { wireDecoder } from "../intake/wire-decoder.ts";
import { ignoredHeaderOf } from "../unknown-fields/unknown-fields.ts";
import { ArrivingBody } from "./arriving-body.ts";
import { BodyPlan } from "./body-plan.ts";
import type { BodyProgress, DecodeAnswer, DecodeTask } from "./decode-task.ts";
import { messageNamed } from "./message-named.ts";
import { memoryOf, packMessage } from "./message-transfer.ts";

/**
 * Returns the scanner of a body in the contract's own JSON, which is read while it arrives; undefined for other
 * formats.
 */
const arrivingBody = ({ kind, memory }: DecodeTask): ArrivingBody | undefined =>
  kind.format === "rest"
    ? new ArrivingBody(
        new BodyPlan(messageNamed(kind.typeName), kind.pathFields, kind.maxValues),
        new Uint8Array(memory),
      )
    : undefined;

const decode = ({ kind, memory }: DecodeTask, body: ArrivingBody | undefined, end: number): DecodeAnswer => {
  try {
    const input = messageNamed(kind.typeName);
    if (body !== undefined) return answerOf(input, body.decode(end), body.memory);
    // Copied, because decoders can't read memory that two threads share.
    const bytes = new Uint8Array(memory, 0, end).slice();
    const format = kind.format as Exclude<typeof kind.format, "rest">;
    return answerOf(input, wireDecoder(input, kind.maxValues)(bytes, format), undefined);
  } catch (error) {
    return error instanceof DomainError ? { refused: error.message } : { broken: String(error) };
  }
};

const answerOf = (input: DescMessage, message: Message, memory: ArrayBuffer | undefined): DecodeAnswer => ({
  ignored: ignoredHeaderOf(message),
  message: packMessage(input, message, memory),
});

/**
 * Runs the Piscina task. It returns nothing: the answer is sent through the task's own port, which transfers its
 * memory.
 */
export default async (task: DecodeTask): Promise<void> => {
  const { port } = task;
  const body = arrivingBody(task);
  const closed = once(port, "close");
  port.on("message", ({ end, isWhole }: BodyProgress) => {
    if (!isWhole) return body?.advance(end);
    const answer = decode(task, body, end);
    port.postMessage(answer, "message" in answer ? memoryOf(answer.message) : []);
    port.close();
  });
  await closed;
};
