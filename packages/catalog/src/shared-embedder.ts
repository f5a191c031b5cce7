import type { EmbedderCapabilities, EmbedderV1, EmbedRequest, EmbedResult, PluginError } from "@quarry/plugin";
import type { SearchEmbedder, SearchTarget } from "@quarry/search";
import { Effect, Redacted } from "effect";

/** Texts that are embedded in one call. */
interface Group {
  readonly texts: string[];
  bytes: number;
  readonly result: Effect.Effect<EmbedResult, PluginError>;
}

/**
 * Lets the searches of one request share embeddings: the same texts are embedded once per embedder, model, dimension and
 * key, and texts that are asked for in the same moment go in one call, which is one call of the provider to wait and to
 * pay for. An embedder that weighs words by a collection's statistics gives another vector for each collection, so these
 * share within a collection only. A failure is not kept: each search may try again.
 */
export class SharedEmbeddings {
  readonly #known = new Map<string, Effect.Effect<EmbedResult, PluginError>>();
  readonly #groups = new Map<string, Group>();
  readonly #services = new Map<EmbedderV1, number>();

  /** The target, with an embedder that remembers. */
  over<E>(target: SearchTarget<E>): SearchTarget<E> {
    const { embedder } = target;
    const place = embedder.capabilities.usesTermStatistics ? target.collectionId : "";
    const service: EmbedderV1 = {
      embed: (request) => this.#embed(embedder, place, request),
      health: embedder.service.health,
    };
    return { ...target, embedder: { ...embedder, service } };
  }

  #embed(embedder: SearchEmbedder, place: string, request: EmbedRequest): Effect.Effect<EmbedResult, PluginError> {
    return Effect.suspend(() => {
      const key = this.#keyOf(embedder.service, place, request);
      const known = this.#known.get(key);
      if (known !== undefined) return known;
      const forget = Effect.sync(() => void this.#known.delete(key));
      const asked = Effect.onError(this.#together(embedder, place, request), () => forget);
      return Effect.flatMap(Effect.cached(asked), (shared) => {
        this.#known.set(key, shared);
        return shared;
      });
    });
  }

  /** Embeds the texts together with all others that differ in nothing but the text. */
  #together(embedder: SearchEmbedder, place: string, request: EmbedRequest): Effect.Effect<EmbedResult, PluginError> {
    return Effect.suspend(() => {
      const { texts } = request;
      const key = this.#keyOf(embedder.service, place, { ...request, texts: [] });
      const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      const open = this.#groups.get(key);
      if (open !== undefined && hasRoom(open, texts.length, bytes, embedder.capabilities)) {
        return join(open, texts, bytes);
      }
      return Effect.flatMap(this.#begin(embedder.service, key, request), (group) => join(group, texts, bytes));
    });
  }

  #begin(service: EmbedderV1, key: string, request: EmbedRequest): Effect.Effect<Group> {
    const texts: string[] = [];
    const call = Effect.suspend(() => {
      if (this.#groups.get(key)?.texts === texts) this.#groups.delete(key);
      return service.embed({ ...request, texts });
    });
    return Effect.map(Effect.cached(Effect.andThen(othersTurn, call)), (result) => {
      const group: Group = { texts, bytes: 0, result };
      this.#groups.set(key, group);
      return group;
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

/** A text has at least as many bytes as tokens. */
const hasRoom = (group: Group, texts: number, bytes: number, capabilities: EmbedderCapabilities): boolean =>
  group.texts.length + texts <= capabilities.maxBatchTexts && group.bytes + bytes <= capabilities.maxBatchTokens;

const join = (group: Group, texts: readonly string[], bytes: number): Effect.Effect<EmbedResult, PluginError> => {
  const start = group.texts.length;
  group.texts.push(...texts);
  group.bytes += bytes;
  return Effect.map(group.result, ({ vectors }) => ({ vectors: vectors.slice(start, start + texts.length) }));
};

/** Until the searches that begin at the same time have all asked. */
const othersTurn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)));
