import { Effect } from "effect";

/**
 * Runs `each` for every item of an async iterable, one after the other. Interruption aborts the wait for the next item
 * through the signal, so it never waits for a blocked producer.
 */
export const forEachOf = <Item, Failure, E, R>(
  open: (signal: AbortSignal) => AsyncIterable<Item>,
  toFailure: (error: unknown) => Failure,
  each: (item: Item) => Effect.Effect<void, E, R>,
): Effect.Effect<void, Failure | E, R> =>
  Effect.suspend(() => {
    const stop = new AbortController();
    const items = open(stop.signal)[Symbol.asyncIterator]();
    const next = Effect.tryPromise({
      try: (signal) => {
        signal.addEventListener("abort", () => stop.abort(), { once: true });
        return items.next();
      },
      catch: toFailure,
    });
    const loop = Effect.gen(function* () {
      for (;;) {
        const result = yield* next;
        if (result.done === true) return;
        yield* each(result.value);
      }
    });
    return Effect.onExit(loop, (exit) =>
      Effect.promise(async () => {
        if (exit._tag === "Failure") stop.abort();
        await items.return?.();
      }),
    );
  });
