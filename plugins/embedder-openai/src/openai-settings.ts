import { limits } from "@quarry/plugin/domain";
import { providerSettings } from "@quarry/plugin/provider";
import { Effect, Schema } from "effect";

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }));

/** A model of a compatible server. */
const model = Schema.Struct({
  name: Schema.NonEmptyString,
  dimension: whole(1, limits.MAX_DIMENSION),
  /** Minimum dimension that can be requested (Matryoshka models). If omitted, the model has a single dimension. */
  minimumDimension: Schema.optionalKey(whole(1, limits.MAX_DIMENSION)),
  maxInputTokens: Schema.optionalKey(whole(1, 1_000_000)),
  description: Schema.optionalKey(Schema.String),
});

const azure = Schema.Struct({
  /** `https://<resource>.openai.azure.com` */
  endpoint: Schema.String.check(
    Schema.makeFilter((value: string) =>
      /^https?:\/\//.test(value) && URL.canParse(value) ? undefined : "an http:// or https:// address",
    ),
  ),
  deployment: Schema.NonEmptyString,
  apiVersion: Schema.NonEmptyString.pipe(Schema.withDecodingDefaultKey(Effect.succeed("2024-10-21"))),
});

/** Settings for OpenAI or a compatible server in the config. */
export const openAiSettings = Schema.Struct({
  ...providerSettings("https://api.openai.com/v1"),
  azure: Schema.optionalKey(
    azure.annotate({
      description: "A deployment of Azure OpenAI, in place of `baseUrl`. The key is sent as the header `api-key`.",
    }),
  ),
  models: Schema.optionalKey(
    Schema.NonEmptyArray(model).annotate({
      description: "Models of the server, the default first. Default: those of OpenAI, and any other name.",
    }),
  ),
  documentPrefix: Schema.String.annotate({
    description: "Prefix of every stored text, for models that need one: `search_document: `, `passage: `.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(""))),
  queryPrefix: Schema.String.annotate({
    description: "Prefix of every query, for models that need one: `search_query: `, `query: `.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(""))),
  encoding: Schema.Literals(["base64", "float"])
    .annotate({ description: "Requested encoding of vectors; responses in the other encoding are accepted too." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("base64" as const))),
  extraBody: Schema.Record(Schema.String, Schema.Unknown)
    .annotate({ description: "Fields added to every request, for extensions of the protocol." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  documentBody: Schema.Record(Schema.String, Schema.Unknown)
    .annotate({
      description:
        'Fields added to requests for stored texts, for servers that distinguish them by a field: `{"input_type": "passage"}`.',
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  queryBody: Schema.Record(Schema.String, Schema.Unknown)
    .annotate({
      description: 'Fields added to requests for queries: `{"input_type": "query"}`, `{"prompt_name": "query"}`.',
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  maxBatchTexts: whole(1, 2_048)
    .annotate({ description: "Maximum number of texts per request. OpenAI accepts 2048, TEI 32 by default." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(256))),
  maxBatchTokens: whole(1, 1_000_000)
    .annotate({
      description: "Maximum number of tokens per request, over all its texts, by the platform's own count.",
    })
    // OpenAI accepts 300,000, counted by a tokenizer that yields up to six tokens for one of ours (measured: Malayalam,
    // 5.7).
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(50_000))),
  hybridAlpha: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
    .annotate({ description: "Weight of the semantic score in hybrid search, 0 to 1." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(0.7))),
});

export type OpenAiSettings = typeof openAiSettings.Type;
