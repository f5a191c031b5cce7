import type { DescMessage, DescMethodStreaming, DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import type { ContextValues, StreamResponse, Transport, UnaryResponse } from "@connectrpc/connect";
import { fromConnect } from "../errors/from-connect.ts";
import { isIdempotent, takesIdempotencyKey } from "./repeatable.ts";
import { ONCE, type RetryPolicy, withRetries } from "./retry.ts";
import { TimeLimit } from "./time-limit.ts";

export interface CallSettings {
  readonly apiKey: string | undefined;
  /** Timeout of a unary call in milliseconds, for all its attempts together. */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
}

export const IDEMPOTENCY_KEY = "idempotency-key";

/**
 * Transport used by the client. Every call carries the API key, ends at its time limit, is retried if that is safe, and
 * fails with a QuarryError. The time limit is enforced only here and not sent along: the service sees the call end, and
 * a single component knows the reason.
 */
export class CallingTransport implements Transport {
  readonly #inner: Transport;
  readonly #settings: CallSettings;

  constructor(inner: Transport, settings: CallSettings) {
    this.#inner = inner;
    this.#settings = settings;
  }

  async unary<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: HeadersInit | undefined,
    input: MessageInitShape<I>,
    contextValues?: ContextValues,
  ): Promise<UnaryResponse<I, O>> {
    const headers = this.#headers(header);
    if (takesIdempotencyKey(method) && !headers.has(IDEMPOTENCY_KEY)) headers.set(IDEMPOTENCY_KEY, crypto.randomUUID());
    const policy = isIdempotent(method) || takesIdempotencyKey(method) ? this.#settings.retry : ONCE;
    const limit = new TimeLimit(timeoutMs ?? this.#settings.timeoutMs, signal);
    try {
      return await withRetries(policy, limit, () =>
        // Zero, because a transport would replace undefined with its own default.
        this.#inner.unary(method, limit.signal, 0, headers, input, contextValues),
      );
    } finally {
      limit.release();
    }
  }

  /** Streams have no time limit of their own, and are never retried here: their content can't be read twice. */
  async stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodStreaming<I, O>,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: HeadersInit | undefined,
    input: AsyncIterable<MessageInitShape<I>>,
    contextValues?: ContextValues,
  ): Promise<StreamResponse<I, O>> {
    const limit = new TimeLimit(timeoutMs, signal);
    try {
      const headers = this.#headers(header);
      const response = await this.#inner.stream(method, limit.signal, 0, headers, input, contextValues);
      return { ...response, message: untilEnd(response.message, limit) };
    } catch (thrown) {
      limit.release();
      throw limit.failure(thrown) ?? fromConnect(thrown);
    }
  }

  #headers(input: HeadersInit | undefined): Headers {
    const headers = new Headers(input);
    const { apiKey } = this.#settings;
    if (apiKey !== undefined && !headers.has("authorization")) headers.set("authorization", `Bearer ${apiKey}`);
    return headers;
  }
}

async function* untilEnd<A>(messages: AsyncIterable<A>, limit: TimeLimit): AsyncGenerator<A> {
  try {
    yield* messages;
  } catch (thrown) {
    throw limit.failure(thrown) ?? fromConnect(thrown);
  } finally {
    limit.release();
  }
}
