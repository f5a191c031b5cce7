import { Effect, Schema } from "effect";

const isHttpUrl = Schema.makeFilter((value: string) =>
  /^https?:\/\//.test(value) && URL.canParse(value) ? undefined : "an http:// or https:// address",
);

/** What a config may say about the Tika server. */
export const tikaSettings = Schema.Struct({
  url: Schema.String.check(isHttpUrl)
    .annotate({ description: "Address of the server. Redirects are not followed." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("http://127.0.0.1:9998"))),
  headers: Schema.Record(Schema.String, Schema.RedactedFromValue(Schema.String))
    .annotate({ description: "Headers sent with every request: a proxy's key, options of Tika (X-Tika-…)." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  timeoutSeconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_600 }))
    .annotate({ description: "Seconds that the server may take for one document." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(300))),
});

export type TikaSettings = typeof tikaSettings.Type;
