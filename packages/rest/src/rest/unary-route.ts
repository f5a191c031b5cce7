import type { CallContext } from "@quarry/rpc/handler";
import type { Message } from "@bufbuild/protobuf";
import type { MethodPlan } from "../call/method-plan.ts";
import { answerJson } from "../http/answer.ts";
import { messageEncoder, type MessageFields } from "../json/message-encoder.ts";
import type { RequestReader, RestRoute } from "./rest-route.ts";

type UnaryHandler = (request: Message, context: CallContext) => Promise<MessageFields>;

/** Answers with one JSON object. */
export function unaryAnswer(plan: MethodPlan, status: number, read: RequestReader): RestRoute["answer"] {
  const handle = plan.handler as unknown as UnaryHandler;
  const encode = messageEncoder(plan.method.output);
  return async (call, match) => {
    const request = await read(call, match);
    plan.checkMessage(request, call.principal);
    const output = await handle(request, call);
    answerJson(call, call.status ?? status, JSON.stringify(encode(output)));
  };
}
