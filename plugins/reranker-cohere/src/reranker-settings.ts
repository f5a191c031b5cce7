import { providerSettings } from "@quarry/plugin/provider";
import { Effect, Schema } from "effect";

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }));

/** Settings of the plugin, for Cohere or a server with its protocol. */
export const cohereSettings = Schema.Struct({
  ...providerSettings("https://api.cohere.com"),
  models: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.NonEmptyString).annotate({
      description: "Models of the server, the default first. Default: those of Cohere.",
    }),
  ),
  maxPassages: whole(1, 10_000)
    .annotate({ description: "Maximum number of passages per request. Cohere advises against more than 1000." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(1_000))),
  maxTokensPerPassage: whole(1, 128_000)
    .annotate({ description: "Maximum number of tokens of a passage; the API ignores the rest." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(4_096))),
});

export type CohereSettings = typeof cohereSettings.Type;
