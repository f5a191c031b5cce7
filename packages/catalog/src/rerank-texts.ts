import { type OpenReranker, Plugins } from "@quarry/host";
import { describeValue, type DomainError, invalidArgument, unavailable } from "@quarry/plugin/domain";
import type { PluginError } from "@quarry/plugin";
import { SearchService } from "@quarry/search";
import { Context, Effect, Layer } from "effect";
import { checkQueryTexts } from "./query-text.ts";

export interface TextsToRerank {
  /** A model, or a reranker's name; default: the first model of the first reranker that needs no further key. */
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
  /** The most relevant first, of equal ones the earlier. */
  readonly ranking: readonly RerankedText[];
}

export interface RerankTextsShape {
  /** `invalid_argument` for an unknown model, `unavailable` where the reranker gives no answer. */
  rerank(request: TextsToRerank): Effect.Effect<RerankedTexts, DomainError | PluginError>;
}

/** Reranking of texts that callers bring, by the configured rerankers. */
export class RerankTexts extends Context.Service<RerankTexts, RerankTextsShape>()("@quarry/catalog/RerankTexts") {
  static readonly layer: Layer.Layer<RerankTexts, never, Plugins | SearchService> = Layer.effect(
    RerankTexts,
    Effect.gen(function* () {
      const { rerankers } = yield* Plugins;
      const search = yield* SearchService;
      const rerank = Effect.fn("RerankTexts.rerank")(function* ({ model: wanted, query, texts }: TextsToRerank) {
        yield* checkQueryTexts([{ query }], () => "query");
        const { name, service, capabilities, model } = yield* chosen([...rerankers.values()], wanted);
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

const chosen = (rerankers: readonly OpenReranker[], wanted: string | undefined): Effect.Effect<Chosen, DomainError> => {
  const isMeant = ({ name, capabilities }: OpenReranker) =>
    wanted === undefined || name === wanted || capabilities.models.includes(wanted);
  const candidates = rerankers.filter(isMeant);
  const found = candidates.find(({ capabilities }) => capabilities.credential !== "required") ?? candidates[0];
  if (found === undefined) {
    const models = [...new Set(rerankers.flatMap(({ capabilities }) => capabilities.models))].join(", ");
    const may = models === "" ? "no reranker is configured" : `must be one of ${models}`;
    return Effect.fail(invalidArgument(`model: ${may}${wanted === undefined ? "" : `, got ${describeValue(wanted)}`}`));
  }
  const { models } = found.capabilities;
  const model = wanted !== undefined && models.includes(wanted) ? wanted : models[0]!;
  return Effect.succeed({ ...found, model });
};
