import { type OpenReranker, Plugins } from "@quarry/host";
import { describeValue, type DomainError, invalidArgument, unavailable } from "@quarry/plugin/domain";
import type { PluginError } from "@quarry/plugin";
import { SearchService } from "@quarry/search";
import { Context, Effect, Layer } from "effect";
import { checkQueryTexts } from "./query-text.ts";

export interface TextsToRerank {
  /** A model or a reranker's name. Default: the first model of the first reranker that needs no additional key. */
  readonly model?: string | undefined;
  readonly query: string;
  readonly texts: readonly string[];
}

export interface RerankedText {
  /** Position among the texts. */
  readonly index: number;
  readonly score: number;
}

export interface RerankedTexts {
  readonly model: string;
  /** Texts, most relevant first; equal ones in their original order. */
  readonly ranking: readonly RerankedText[];
}

export interface RerankTextsShape {
  /** Fails with `invalid_argument` for an unknown model, and with `unavailable` if the reranker doesn't answer. */
  rerank(request: TextsToRerank): Effect.Effect<RerankedTexts, DomainError | PluginError>;
}

/** Reranking of texts supplied by callers, with the configured rerankers. */
export class RerankTexts extends Context.Service<RerankTexts, RerankTextsShape>()("@quarry/catalog/RerankTexts") {
  static readonly layer: Layer.Layer<RerankTexts, never, Plugins | SearchService> = Layer.effect(
    RerankTexts,
    Effect.gen(function* () {
      const { rerankers } = yield* Plugins;
      const search = yield* SearchService;
      const rerank = Effect.fn("RerankTexts.rerank")(function* ({ model: requested, query, texts }: TextsToRerank) {
        yield* checkQueryTexts([{ query }], () => "query");
        const { name, service, capabilities, model } = yield* chosen([...rerankers.values()], requested);
        if (capabilities.credential === "required") {
          return yield* unavailable(
            `the reranker ${name} needs an API key: set it in its settings of the configuration`,
          );
        }
        const reranker = { service, capabilities, model };
        const scores = yield* search.judge({ reranker, query, credential: undefined }, texts);
        const ranking = scores.map((score, index) => ({ index, score }));
        return { model, ranking: ranking.toSorted((one, other) => other.score - one.score) };
      });
      return { rerank };
    }),
  );
}

type Chosen = OpenReranker & { readonly model: string };

const chosen = (
  rerankers: readonly OpenReranker[],
  requested: string | undefined,
): Effect.Effect<Chosen, DomainError> => {
  const isRequested = ({ name, capabilities }: OpenReranker) =>
    requested === undefined || name === requested || capabilities.models.includes(requested);
  const candidates = rerankers.filter(isRequested);
  const found = candidates.find(({ capabilities }) => capabilities.credential !== "required") ?? candidates[0];
  if (found === undefined) {
    const models = [...new Set(rerankers.flatMap(({ capabilities }) => capabilities.models))].join(", ");
    const may = models === "" ? "no reranker is configured" : `must be one of ${models}`;
    return Effect.fail(
      invalidArgument(`model: ${may}${requested === undefined ? "" : `, got ${describeValue(requested)}`}`),
    );
  }
  const { models } = found.capabilities;
  const model = requested !== undefined && models.includes(requested) ? requested : models[0]!;
  return Effect.succeed({ ...found, model });
};
