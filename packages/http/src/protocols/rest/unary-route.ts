import type { CallContext } from "../../rpc/handler.ts";
import { oncePer } from "../../rpc/once-per.ts";
import type { Message } from "@bufbuild/protobuf";
import type { MethodPlan } from "../call/method-plan.ts";
import { answerJson } from "../http/answer.ts";
import { segmentWriter } from "../json/json-segments.ts";
import { messageEncoder, type MessageFields } from "../json/message-encoder.ts";
import { answerLong, isLongAnswer } from "./long-answer.ts";
import { pagedAnswer } from "./paged-answer.ts";
import type { RequestReader, RestRoute } from "./rest-route.ts";

type UnaryHandler = (request: Message, context: CallContext) => Promise<MessageFields>;

/** Answers with one JSON object. */
export function unaryAnswer(plan: MethodPlan, status: number, read: RequestReader): RestRoute["answer"] {
  const handle = plan.handler as unknown as UnaryHandler;
  const encode = messageEncoder(plan.method.output);
  const textOf = (output: MessageFields) => JSON.stringify(encode(output));
  // An output that its handler froze can be returned again.
  const textOfFrozen = oncePer(textOf);
  const answerInPages = pagedAnswer(plan.method.output);
  const { segments } = segmentWriter(plan.method.output);
  return async (call, match) => {
    const request = await read(call, match);
    plan.checkMessage(request, call.principal);
    const output = await handle(request, call);
    const sent = call.status ?? status;
    if (Object.isFrozen(output)) answerJson(call, sent, textOfFrozen(output));
    else if (answerInPages?.matches(output) === true) await answerInPages.answer(call, sent, output);
    else if (isLongAnswer(call, plan.method.output, output)) await answerLong(call, sent, segments(output));
    else answerJson(call, sent, textOf(output));
  };
}
