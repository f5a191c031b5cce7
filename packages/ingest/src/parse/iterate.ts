import { Effect } from "effect";

/**
 * Runs `each` for every item of an async iterable, one after the other. Interruption reaches an item that is still
 * being waited for through the signal, so that it never waits for a producer that is stuck.
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
