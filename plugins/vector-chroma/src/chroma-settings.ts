import { Effect, Schema } from "effect";

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }));

/** Settings for the Chroma server in the config. */
export const chromaSettings = Schema.Struct({
  host: Schema.NonEmptyString.annotate({ description: "Host name or address of the server." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("127.0.0.1")),
  ),
  port: whole(1, 65_535)
    .annotate({ description: "Port of the server." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(8_000))),
  ssl: Schema.Boolean.annotate({ description: "Whether to use HTTPS." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(false)),
  ),
  caCertificateFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({
      description: "PEM file of the CA of the server's certificate. The whole service then trusts it.",
    }),
  ),
  headers: Schema.Record(Schema.String, Schema.RedactedFromValue(Schema.String))
    .annotate({
      description: "Headers sent with every request, for a proxy that checks them: Chroma itself checks no key.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  tenant: Schema.optionalKey(Schema.NonEmptyString.annotate({ description: "Tenant. Default: the server's." })),
  database: Schema.optionalKey(Schema.NonEmptyString.annotate({ description: "Database. Default: the server's." })),
  collectionPrefix: Schema.String.check(Schema.isPattern(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,30}$/))
    .annotate({ description: "Prefix of all collection names, so that several services can share a database." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("quarry-"))),
  timeoutSeconds: whole(1, 3_600)
    .annotate({ description: "Timeout of one call of the store, in seconds." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
});

export type ChromaSettings = typeof chromaSettings.Type;
