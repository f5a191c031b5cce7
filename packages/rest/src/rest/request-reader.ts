import { create, type DescMessage, type Message } from "@bufbuild/protobuf";
import { type BodySink, readBody } from "../http/read-body.ts";
import type { HttpCall } from "../http/http-call.ts";
import { queryDecoder } from "../json/query-decoder.ts";
import { ArrivingBody } from "../large-bodies/arriving-body.ts";
import { BodyPlan } from "../large-bodies/body-plan.ts";
import type { PathMatch, RequestReader } from "./rest-route.ts";
import type { RouteTemplate } from "./route-template.ts";

/** Decodes large JSON bodies elsewhere, so that they don't block the event loop. */
export interface LargeBodies {
  /** Bodies of at least this many bytes are handed over. */
  readonly fromBytes: number;
  /** Takes in a body of at most `size` bytes, to be decoded as `BodyPlan` does. */
  open(typeName: string, size: number, pathFields: readonly string[]): LargeBody;
}

/** A large body on its way. */
export interface LargeBody extends BodySink {
  /** When all is written: the message. Rejects with the same errors as `BodyPlan`. */
  decode(): Promise<Message>;
}

export interface BodyOptions {
  readonly maxJsonBytes: number;
  readonly largeBodies: LargeBodies | undefined;
}

/** Reads requests whose message is the JSON body. */
export function bodyReader(input: DescMessage, template: RouteTemplate, options: BodyOptions): RequestReader {
  const plan = new BodyPlan(input, template.boundFields);
  const { maxJsonBytes, largeBodies } = options;
  const large = largeBodies && {
    fromBytes: largeBodies.fromBytes,
    open: (size: number) => largeBodies.open(input.typeName, size, template.boundFields),
  };
  return async (call, match) => {
    const body = await readBody(call, maxJsonBytes, large);
    const message = body instanceof Uint8Array ? decodeBody(plan, body) : await body.decode();
    template.bind(message, match.values);
    return message;
  };
}

/** Shorter bodies hold so few numbers that a search for them costs more than they do. */
const SCAN_FROM_BYTES = 2_048;

const decodeBody = (plan: BodyPlan, bytes: Uint8Array): Message =>
  plan.lists.length === 0 || bytes.byteLength < SCAN_FROM_BYTES
    ? plan.decodeWhole(bytes)
    : new ArrivingBody(plan, bytes).decode(bytes.byteLength);

/** Reads requests without a body: all that the path does not carry stands in the query string. */
export function parameterReader(input: DescMessage, template: RouteTemplate): RequestReader {
  const fields = input.fields.filter((field) => !template.boundFields.includes(field.name));
  const decodeQuery = queryDecoder(fields);
  return (_call: HttpCall, match: PathMatch) => {
    const message = create(input);
    if (match.query !== "") decodeQuery(match.query, message as unknown as Record<string, unknown>);
    template.bind(message, match.values);
    return message;
  };
}
