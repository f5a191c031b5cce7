import { providerSettings } from "@quarry/plugin/provider";
import { Effect, Schema } from "effect";

/** Maximum number of texts per API call. */
const API_MAX_TEXTS = 96;

/** Settings of `@quarry/embedder-cohere` in the config. */
export const cohereSettings = Schema.Struct({
  ...providerSettings("https://api.cohere.com"),
  truncate: Schema.Literals(["END", "START", "NONE"])
    .annotate({
      description:
        "Treatment of texts that are too long for the model: truncate the end or the start, or fail the document.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("END" as const))),
  maxBatchTexts: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: API_MAX_TEXTS }))
    .annotate({ description: "Maximum number of texts per request. Cohere accepts 96." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(API_MAX_TEXTS))),
  hybridAlpha: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
    .annotate({ description: "Weight of the semantic score in hybrid search, 0 to 1." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(0.7))),
});

export type CohereSettings = typeof cohereSettings.Type;
