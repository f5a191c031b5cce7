import { ParsePool, type ParsePoolOptions } from "@quarry/ingest";
import { Effect, Exit, Scope } from "effect";

/** The parse pool as the service has it, without the rest of the service. */
export interface OpenPool extends AsyncDisposable {
  readonly pool: ParsePool["Service"];
}

export const openPool = async (options: ParsePoolOptions): Promise<OpenPool> => {
  const scope = Scope.makeUnsafe();
  const pool = await Effect.runPromise(
    Effect.map(Effect.scope, () => undefined).pipe(
      Effect.andThen(ParsePool),
      Effect.provide(ParsePool.layer(options)),
      Scope.provide(scope),
    ),
  );
  return { pool, [Symbol.asyncDispose]: () => Effect.runPromise(Scope.close(scope, Exit.void)) };
};
