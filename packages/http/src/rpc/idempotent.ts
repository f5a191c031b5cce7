import { createHash } from "node:crypto";
import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import type { IdempotencyShape } from "@quarry/catalog";
import { invalidArgument } from "@quarry/plugin/domain";
import { onBehalfOf } from "@quarry/jobs";
import type { Transaction } from "@quarry/store";
import { Effect } from "effect";
import type { CallContext } from "./handler.ts";

const HEADER = "idempotency-key";

/** Header that marks a repeated first answer. */
const REPEATED_HEADER = "idempotency-replayed";

/** Characters that are valid in headers of every protocol; the limit is longer than any UUID. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Returns the caller's Idempotency-Key, or undefined if there is none. Throws if it is malformed. */
export const idempotencyKeyOf = (context: CallContext): string | undefined => {
  const key = context.header(HEADER);
  if (key !== undefined && !KEY.test(key)) {
    throw invalidArgument("Idempotency-Key: must be 1 to 255 printable ASCII characters without spaces");
  }
  return key;
};

export interface IdempotentCall<Output extends DescMessage> {
  readonly idempotency: IdempotencyShape;
  readonly context: CallContext;
  /** Operation and its resource, for example `upload manuals`. */
  readonly route: string;
  /** Computes the fingerprint of the request; called only if there is a key. */
  readonly fingerprint: () => string;
  readonly output: Output;
}

/**
 * Runs the work, unless the same request with the same Idempotency-Key was answered before: then returns that answer.
 * Jobs that the work enqueues are attributed to the caller.
 */
export const answerIdempotently = <Output extends DescMessage, E>(
  { idempotency, context, route, fingerprint, output }: IdempotentCall<Output>,
  work: (within: Transaction | undefined) => Effect.Effect<MessageInitShape<Output>, E>,
) =>
  Effect.gen(function* () {
    const key = idempotencyKeyOf(context);
    if (key === undefined) return yield* work(undefined);
    const request = { key, caller: callerOf(context), route, fingerprint: fingerprint() };
    const { answer, isRepeated } = yield* idempotency.run(request, (transaction) =>
      Effect.map(work(transaction), (message) => encode(output, message)),
    );
    if (isRepeated) context.responseHeaders.set(REPEATED_HEADER, "true");
    return decode(output, answer);
  }).pipe(onBehalfOf(context.principal?.name));

/**
 * Identifies the caller. User tokens with the same name can have different access filters: an answer within one filter
 * is not repeated for another.
 */
const callerOf = ({ principal }: CallContext): string =>
  principal?.accessFilter === undefined
    ? (principal?.name ?? "")
    : JSON.stringify([principal.name, principal.accessFilter.id]);

const encode = <Output extends DescMessage>(output: Output, message: MessageInitShape<Output>): string =>
  Buffer.from(toBinary(output, create(output, message))).toString("base64");

const decode = <Output extends DescMessage>(output: Output, stored: string): MessageInitShape<Output> =>
  fromBinary(output, Buffer.from(stored, "base64")) as MessageInitShape<Output>;

/** Returns the fingerprint of a request with one message, which is equal for every encoding of the same values. */
export const fingerprintOfMessage = <Input extends DescMessage>(input: Input, message: MessageShape<Input>): string =>
  fingerprintOf(toJson(input, message));

/** Returns the SHA-256 of the JSON with sorted keys, in lower-case hex. */
export const fingerprintOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex");

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  // Pairs instead of an object, so that no key has a special meaning.
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
};
