import { PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import type { Fit } from "./trained-projection.ts";
import { fitFromBytes } from "./training-bytes.ts";

/**
 * Cache of decoded trained projections, by the identity of the byte array that the platform holds (weak references).
 */
export class CachedTrainings {
  readonly #trainings = new WeakMap<Uint8Array, Fit>();

  /** Fails with `invalid` if the bytes are not a trained projection for vectors of this dimension. */
  read(bytes: Uint8Array, dimension: number): Effect.Effect<Fit, PluginError> {
    const fit = this.#trainings.get(bytes) ?? fitFromBytes(bytes);
    if (fit === undefined) return refuse("fit contains bytes that are not a trained projection of this embedder");
    if (fit.dimension !== dimension)
      return refuse(`fit is for ${fit.dimension} dimensions, requested are ${dimension}`);
    this.#trainings.set(bytes, fit);
    return Effect.succeed(fit);
  }
}

const refuse = (message: string) =>
  Effect.fail(new PluginError({ plugin: "@quarry/embedder-local", reason: "invalid", message }));
