import { Effect } from "effect";
import type { PluginError } from "../plugin-error.ts";
import type { ProviderCall } from "./provider-call.ts";
import { ProviderExchange } from "./provider-exchange.ts";
import { failureOf, timeoutFailure } from "./provider-failure.ts";

/**
 * Maximum response size, above the largest batch of the largest vectors as JSON numbers; a larger response can't belong
 * to our request.
 */
const MAX_ANSWER_BYTES = 256 * 1_048_576;

/**
 * Runs one call of a vendor's client, which must use the given `fetch` and signal and must not retry. The time limit or
 * an interruption ends the HTTP request; every failure becomes a `PluginError` that shows no secret. `run` throws an
 * `AnswerError` for a response that it can't interpret.
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
