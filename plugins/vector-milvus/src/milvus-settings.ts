import { Effect, Schema } from "effect";

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }));

/** Settings for the Milvus server in the config. */
export const milvusSettings = Schema.Struct({
  address: Schema.NonEmptyString.annotate({ description: "`host:port` of the server." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("127.0.0.1:19530")),
  ),
  token: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.NonEmptyString).annotate({
      description: "Token, or `user:password`. Default: no authentication.",
    }),
  ),
  ssl: Schema.Boolean.annotate({ description: "Whether to use TLS." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(false)),
  ),
  caCertificateFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "PEM file of the CA of the server's certificate." }),
  ),
  database: Schema.optionalKey(Schema.NonEmptyString.annotate({ description: "Database. Default: the server's." })),
  collectionPrefix: Schema.String.check(Schema.isPattern(/^[a-zA-Z_][a-zA-Z0-9_]{0,30}$/))
    .annotate({ description: "Prefix of all collection names, so that several services can share a database." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("quarry_"))),
  indexType: Schema.Literals(["HNSW", "FLAT", "AUTOINDEX"])
    .annotate({ description: "Index of new collections: FLAT is exact and slow, AUTOINDEX lets the server choose." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("HNSW" as const))),
  timeoutSeconds: whole(1, 3_600)
    .annotate({ description: "Timeout of one call of the store, in seconds." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
});

export type MilvusSettings = typeof milvusSettings.Type;
