import { create, type DescField, type DescMessage, type Message, ScalarType } from "@bufbuild/protobuf";
import type { MethodPlan } from "../call/method-plan.ts";
import { answerJson } from "../http/answer.ts";
import { arrivingBytes } from "../http/read-body.ts";
import type { HttpCall } from "../http/http-call.ts";
import { messageEncoder } from "../json/message-encoder.ts";
import { queryDecoder } from "../json/query-decoder.ts";
import { reportIgnored } from "../unknown-fields/unknown-fields.ts";
import { handleStream, messageOf } from "./handle-stream.ts";
import type { RestRoute } from "./rest-route.ts";
import type { RouteTemplate } from "./route-template.ts";

/** Answers a body of bytes, of any length, with one JSON object, once the handler has consumed them. */
export function byteBodyAnswer(plan: MethodPlan, status: number, template: RouteTemplate): RestRoute["answer"] {
  const { input, output } = plan.method;
  const encode = messageEncoder(output);
  const { header, chunk } = streamFields(input);
  const pathFields = new Set(template.text.match(/(?<![a-z0-9_])[a-z0-9_]+(?=\})/g));
  const decodeQuery = queryDecoder(header.message!.fields.filter(({ name }) => !pathFields.has(name)));
  return async (call, match) => {
    const first = create(input);
    template.bind(first, match.values);
    if (match.query !== "") reportIgnored(call, decodeQuery(match.query, headerOf(first, header)));
    plan.checkMessage(first, call.principal);
    const requests = messages(call, first, (bytes) => messageOf(chunk, bytes));
    // A handler that gave up leaves its input unfinished, and the rest of the request would stay unread.
    const answer = await handleStream(plan.handler, requests, call).finally(() => requests.return());
    answerJson(call, call.status ?? status, JSON.stringify(encode(answer)));
  };
}

async function* messages(
  call: HttpCall,
  first: Message,
  wrap: (bytes: Uint8Array) => Message,
): AsyncGenerator<Message, void, undefined> {
  yield first;
  for await (const bytes of arrivingBytes(call)) yield wrap(bytes);
}

/** Returns the fields of a stream's message: the header, and the field for the bytes. */
function streamFields(input: DescMessage): { readonly header: DescField; readonly chunk: DescField } {
  const header = input.fields.find((field) => field.name === "header" && field.message !== undefined);
  const chunk = input.fields.find((field) => field.scalar === ScalarType.BYTES);
  if (header === undefined || chunk === undefined)
    throw new Error(`${input.typeName}: has no header or no chunk field`);
  return { header, chunk };
}

const headerOf = (message: Message, { oneof }: DescField): Record<string, unknown> => {
  const fields = message as unknown as Record<string, { readonly value: Record<string, unknown> }>;
  return fields[oneof!.localName]!.value;
};
