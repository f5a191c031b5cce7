import type { CallContext } from "../../rpc/handler.ts";
import type { Message } from "@bufbuild/protobuf";
import type { MethodPlan } from "../call/method-plan.ts";
import { answerJson } from "../http/answer.ts";
import { messageEncoder, type MessageFields } from "../json/message-encoder.ts";
import { longAnswer } from "./long-answer.ts";
import { pagedAnswer } from "./paged-answer.ts";
import type { RequestReader, RestRoute } from "./rest-route.ts";

type UnaryHandler = (request: Message, context: CallContext) => Promise<MessageFields>;

/** Answers with one JSON object. */
export function unaryAnswer(plan: MethodPlan, status: number, read: RequestReader): RestRoute["answer"] {
  const handle = plan.handler as unknown as UnaryHandler;
  const encode = messageEncoder(plan.method.output);
  const textOf = (output: MessageFields) => JSON.stringify(encode(output));
  const textOfFrozen = remembered(textOf);
  const answerInPages = pagedAnswer(plan.method.output);
  const long = longAnswer(plan.method.output);
  return async (call, match) => {
    const request = await read(call, match);
    plan.checkMessage(request, call.principal);
    const output = await handle(request, call);
    const sent = call.status ?? status;
    if (Object.isFrozen(output)) answerJson(call, sent, textOfFrozen(output));
    else if (answerInPages?.matches(output) === true) await answerInPages.answer(call, sent, output);
    else if (long.isLong(call, output)) await long.answer(call, sent, output);
    else answerJson(call, sent, textOf(output));
  };
}

/** Caches the text of outputs that their handler froze, because such an output can be returned again. */
function remembered(textOf: (output: MessageFields) => string): (output: MessageFields) => string {
  const texts = new WeakMap<MessageFields, string>();
  return (output) => {
    let text = texts.get(output);
    if (text === undefined) texts.set(output, (text = textOf(output)));
    return text;
  };
}
