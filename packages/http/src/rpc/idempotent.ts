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

/** Says that the answer is the first one, given again. */
const REPEATED_HEADER = "idempotency-replayed";

/** Characters that a header can carry in every protocol; the limit is longer than any UUID. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The caller's Idempotency-Key, undefined when there is none. Throws when it can't be one. */
export const idempotencyKeyOf = (context: CallContext): string | undefined => {
  const key = context.header(HEADER);
  if (key !== undefined && !KEY.test(key)) {
    throw invalidArgument("Idempotency-Key: must be 1 to 255 printable ASCII characters without spaces");
  }
  return key;
};

export interface OnceOptions<Output extends DescMessage> {
  readonly idempotency: IdempotencyShape;
  readonly context: CallContext;
  /** Operation and its resource, for example `upload manuals`. */
  readonly route: string;
  /** Asked for only when there is a key. */
  readonly fingerprint: () => string;
  readonly output: Output;
}

/**
 * Does the work, unless the same request with the same Idempotency-Key was answered before: then gives that answer. What
 * it enqueues is done for the caller.
 */
export const answerOnce = <Output extends DescMessage, E>(
  { idempotency, context, route, fingerprint, output }: OnceOptions<Output>,
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

/** Users' tokens of one name may have different access filters: what was answered within one is not given again in another. */
const callerOf = ({ principal }: CallContext): string =>
  principal?.accessFilter === undefined
    ? (principal?.name ?? "")
    : JSON.stringify([principal.name, principal.accessFilter.id]);

const encode = <Output extends DescMessage>(output: Output, message: MessageInitShape<Output>): string =>
  Buffer.from(toBinary(output, create(output, message))).toString("base64");

const decode = <Output extends DescMessage>(output: Output, stored: string): MessageInitShape<Output> =>
  fromBinary(output, Buffer.from(stored, "base64")) as MessageInitShape<Output>;

/** The fingerprint of a request that is one message: the same for every spelling of the same values. */
export const fingerprintOfMessage = <Input extends DescMessage>(input: Input, message: MessageShape<Input>): string =>
  fingerprintOf(toJson(input, message));

/** SHA-256 over JSON with sorted keys, lower-case hex. */
export const fingerprintOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex");

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  // Pairs in place of an object, so that no key has a meaning of its own.
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
};
