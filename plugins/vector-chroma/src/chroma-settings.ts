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
  ssl: Schema.Boolean.annotate({ description: "Whether to speak HTTPS." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(false)),
  ),
  caCertificateFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({
      description: "PEM file of the authority that signed the server's certificate. The whole service then trusts it.",
    }),
  ),
  headers: Schema.Record(Schema.String, Schema.RedactedFromValue(Schema.String))
    .annotate({
      description: "Headers sent with every request, for a proxy that checks them: Chroma itself checks no key.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  tenant: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "Tenant; left out: the server's default." }),
  ),
  database: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "Database; left out: the server's default." }),
  ),
  collectionPrefix: Schema.String.check(Schema.isPattern(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,30}$/))
    .annotate({ description: "What the names of all collections begin with: several services can share a database." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("quarry-"))),
  timeoutSeconds: whole(1, 3_600)
    .annotate({ description: "Seconds that one call of the store may take." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
});

export type ChromaSettings = typeof chromaSettings.Type;
