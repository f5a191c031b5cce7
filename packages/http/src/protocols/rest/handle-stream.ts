import type { DescField, Message } from "@bufbuild/protobuf";
import type { AnyHandler, CallContext } from "../../rpc/handler.ts";
import type { MessageFields } from "../json/message-encoder.ts";

type Messages = AsyncGenerator<Message, void, undefined>;

type StreamHandler = (requests: Messages, context: CallContext) => Promise<MessageFields>;

/**
 * Builds a stream message that contains only a member of its oneof. Avoids `create`, which would read every byte array;
 * a large body has many.
 */
export const messageOf = ({ parent, oneof, localName }: DescField, value: unknown): Message => {
  const chosen = { case: localName, value };
  return { $typeName: parent.typeName, [oneof!.localName]: chosen } as unknown as Message;
};

/** Runs a handler on a stream of messages. A failure of the stream is the answer, whatever the handler made of it. */
export async function handleStream(
  handler: AnyHandler,
  messages: Messages,
  context: CallContext,
  check: (message: Message) => void = () => undefined,
): Promise<MessageFields> {
  let failure: unknown;
  const checked = async function* (): Messages {
    try {
      for await (const message of messages) {
        check(message);
        yield message;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    const answer = await (handler as unknown as StreamHandler)(checked(), context);
    // A handler that ignored the failure would have stored an incomplete body.
    if (failure !== undefined) throw failure;
    return answer;
  } catch (error) {
    throw failure ?? error;
  }
}
