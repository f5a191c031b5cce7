import type { EmbedderV1, EmbedRequest, EmbedResult, PluginError } from "@quarry/plugin";
import type { SearchTarget } from "@quarry/search";
import { Effect, Redacted } from "effect";

/**
 * Lets the searches of one request share embeddings: the same texts are embedded once per embedder, model, dimension and
 * key. An embedder that weighs words by a collection's statistics gives another vector for each collection, so these
 * share within a collection only. A failure is not shared: each search may try again.
 */
export class SharedEmbeddings {
  readonly #known = new Map<string, Effect.Effect<EmbedResult, PluginError>>();
  readonly #services = new Map<EmbedderV1, number>();

  /** The target, with an embedder that remembers. */
  over<E>(target: SearchTarget<E>): SearchTarget<E> {
    const { embedder } = target;
    const place = embedder.capabilities.usesTermStatistics ? target.collectionId : "";
    const service: EmbedderV1 = {
      embed: (request) => this.#embed(embedder.service, place, request),
      health: embedder.service.health,
    };
    return { ...target, embedder: { ...embedder, service } };
  }

  #embed(service: EmbedderV1, place: string, request: EmbedRequest): Effect.Effect<EmbedResult, PluginError> {
    return Effect.suspend(() => {
      const key = this.#keyOf(service, place, request);
      const known = this.#known.get(key);
      if (known !== undefined) return known;
      const forget = Effect.sync(() => void this.#known.delete(key));
      return Effect.flatMap(Effect.cached(Effect.onError(service.embed(request), () => forget)), (shared) => {
        this.#known.set(key, shared);
        return shared;
      });
    });
  }

  #keyOf(service: EmbedderV1, place: string, { model, dimension, inputType, texts, credential }: EmbedRequest): string {
    const number = this.#services.get(service) ?? this.#services.size;
    this.#services.set(service, number);
    // In memory only, for the length of a request.
    const secret = credential === undefined ? null : Redacted.value(credential);
    return JSON.stringify([number, place, model, dimension, inputType, secret, texts]);
  }
}
