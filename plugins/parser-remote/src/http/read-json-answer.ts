import { ParserError } from "@quarry/plugin";
import * as Schema from "effect/Schema";
import { answerUnreadable } from "./service-errors.ts";

/** Maximum size of a response, which is buffered as a whole. Each byte takes several during decoding. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Reads a JSON response and validates it against the protocol's schema. */
export async function readJsonAnswer<A, I>(
  body: AsyncIterable<Buffer>,
  schema: Schema.Codec<A, I>,
  protocol: string,
): Promise<A> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new ParserError("limit", "the parsing service returned too much text: split the file into smaller files");
    }
    parts.push(part);
  }
  try {
    return Schema.decodeUnknownSync(schema)(JSON.parse(Buffer.concat(parts).toString("utf8")));
  } catch (error) {
    throw answerUnreadable(protocol, error instanceof SyntaxError ? "no JSON" : firstLine(error));
  }
}

const firstLine = (error: unknown): string => String((error as Error).message).split("\n", 1)[0]!;
