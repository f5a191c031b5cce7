import type { GetDocumentTextResponse } from "../contract.gen.ts";

/** Decodes the text from the stream's messages. */
export async function* documentText(messages: AsyncIterable<GetDocumentTextResponse>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const { chunk } of messages) {
    if (chunk !== undefined) yield decoder.decode(chunk, { stream: true });
  }
}
