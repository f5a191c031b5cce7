import type { GetDocumentTextResponse } from "../contract.gen.ts";

/** The text that is being sent. */
export async function* documentText(messages: AsyncIterable<GetDocumentTextResponse>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const { chunk } of messages) {
    if (chunk !== undefined) yield decoder.decode(chunk, { stream: true });
  }
}
