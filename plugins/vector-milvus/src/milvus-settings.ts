import { Effect, Schema } from "effect";

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }));

/** Settings for the Milvus server in the config. */
export const milvusSettings = Schema.Struct({
  address: Schema.NonEmptyString.annotate({ description: "`host:port` of the server." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("127.0.0.1:19530")),
  ),
  token: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.NonEmptyString).annotate({
      description: "Token, or `user:password`; left out: no authentication.",
    }),
  ),
  ssl: Schema.Boolean.annotate({ description: "Whether to speak TLS." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(false)),
  ),
  caCertificateFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "PEM file of the authority that signed the server's certificate." }),
  ),
  database: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "Database; left out: the server's default." }),
  ),
  collectionPrefix: Schema.String.check(Schema.isPattern(/^[a-zA-Z_][a-zA-Z0-9_]{0,30}$/))
    .annotate({ description: "What the names of all collections begin with: several services can share a database." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("quarry_"))),
  indexType: Schema.Literals(["HNSW", "FLAT", "AUTOINDEX"])
    .annotate({ description: "Index of new collections: FLAT is exact and slow, AUTOINDEX leaves it to the server." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("HNSW" as const))),
  timeoutSeconds: whole(1, 3_600)
    .annotate({ description: "Seconds that one call of the store may take." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
});

export type MilvusSettings = typeof milvusSettings.Type;
