import { Effect } from "effect";
import type { PluginError } from "../plugin-error.ts";
import type { ProviderCall } from "./provider-call.ts";
import { ProviderExchange } from "./provider-exchange.ts";
import { failureOf, timeoutFailure } from "./provider-failure.ts";

/** Above the largest batch of the largest vectors as JSON numbers; what is larger is no answer to our question. */
const MAX_ANSWER_BYTES = 256 * 1_048_576;

/**
 * Runs one call of a vendor's client, which must use the `fetch` and the signal it is given and must not retry. Time
 * limit and interruption end the HTTP request; every failure becomes a `PluginError` that shows no secret. `run` throws
 * an `AnswerError` for an answer that it can't read.
 */
export const callProvider = <A>(
  call: ProviderCall,
  run: (fetch: ProviderExchange["fetch"], signal: AbortSignal) => Promise<A>,
): Effect.Effect<A, PluginError> =>
  Effect.suspend(() => {
    let exchange: ProviderExchange | undefined;
    return Effect.tryPromise({
      try: (signal) => {
        exchange = new ProviderExchange(signal, MAX_ANSWER_BYTES);
        return run(exchange.fetch, signal);
      },
      catch: (error) => failureOf(call, exchange?.answer, error),
    }).pipe(
      Effect.timeoutOrElse({
        duration: call.timeoutSeconds * 1000,
        orElse: () => Effect.fail(timeoutFailure(call)),
      }),
    );
  });
