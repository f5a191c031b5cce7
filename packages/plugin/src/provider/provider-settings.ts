import { Effect, Schema } from "effect";

const isHttpUrl = Schema.makeFilter((value: string) =>
  /^https?:\/\//.test(value) && URL.canParse(value) ? undefined : "an http:// or https:// address",
);

/** Settings that every plugin for a provider over HTTP has; `baseUrl` is its address out of the box. */
export const providerSettings = (baseUrl: string) => ({
  baseUrl: Schema.String.check(isHttpUrl)
    .annotate({ description: "Address of the API. Redirects are not followed." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(baseUrl))),
  apiKey: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.NonEmptyString).annotate({
      description: "Key for collections that have none of their own. Keep the config file from others.",
    }),
  ),
  credential: Schema.Literals(["required", "optional", "none"])
    .annotate({
      description:
        "Whether a call needs a key: `required`, `optional` (sent when there is one), or `none` (never sent).",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("required" as const))),
  headers: Schema.Record(Schema.String, Schema.String)
    .annotate({ description: "Headers sent with every request, for a proxy or gateway." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  timeoutSeconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 300 }))
    .annotate({ description: "Seconds that one request may take, its answer included." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
});
