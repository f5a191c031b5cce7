import type { GetDocumentTextResponse } from "@quarry/api";

/** The text that is being sent. */
export async function* documentText(messages: AsyncIterable<GetDocumentTextResponse>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const { message } of messages) {
    if (message.case === "chunk") yield decoder.decode(message.value, { stream: true });
  }
}
