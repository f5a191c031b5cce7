import { Context, Effect, Layer, type Scope } from "effect";
import { ParsePool, type ParsePoolOptions } from "../src/index.ts";

/** Opens a pool that lives as long as the scope. */
export const openPool = (options: ParsePoolOptions, scope: Scope.Scope): Promise<ParsePool["Service"]> =>
  Effect.runPromise(
    Effect.map(Layer.buildWithScope(ParsePool.layer(options), scope), (context) => Context.get(context, ParsePool)),
  );
