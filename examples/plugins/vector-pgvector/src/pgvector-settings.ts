import { Effect, Schema } from "effect";

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }));

/** What a config may say about the PostgreSQL server. */
export const pgvectorSettings = Schema.Struct({
  host: Schema.NonEmptyString.annotate({ description: "Host name or address of the server." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("127.0.0.1")),
  ),
  port: whole(1, 65_535)
    .annotate({ description: "Port of the server." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(5_432))),
  database: Schema.NonEmptyString.annotate({ description: "Database in which the collections are made." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("quarry")),
  ),
  schema: Schema.String.check(Schema.isPattern(/^[a-z_][a-z0-9_]{0,62}$/))
    .annotate({ description: "Schema that holds one table per collection; made when it is missing." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("quarry_vectors"))),
  user: Schema.NonEmptyString.annotate({ description: "Role to log in as." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("quarry")),
  ),
  password: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.NonEmptyString).annotate({
      description: "Password of the role. Keep the config file from others, or use passwordVariable.",
    }),
  ),
  passwordVariable: Schema.optionalKey(
    Schema.NonEmptyString.annotate({
      description: "Name of the environment variable that holds the password, in place of password.",
    }),
  ),
  ssl: Schema.Boolean.annotate({
    description: "Whether to speak TLS; the server's certificate is then checked.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  caCertificateFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "PEM file of the authority that signed the server's certificate." }),
  ),
  index: Schema.Literals(["hnsw", "none"])
    .annotate({
      description:
        "Index of new collections: `hnsw` is fast and approximate, `none` looks at every entry and is exact. " +
        "Collections of more than 2,000 dimensions have none.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("hnsw" as const))),
  searchBreadth: whole(10, 1_000)
    .annotate({ description: "How many candidates a search of the index keeps (`hnsw.ef_search`)." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(200))),
  maxConnections: whole(1, 1_000)
    .annotate({ description: "Most connections of this process." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(10))),
  timeoutSeconds: whole(1, 3_600)
    .annotate({ description: "Seconds that one call of the store may take, its wait for a connection included." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
});

export type PgvectorSettings = typeof pgvectorSettings.Type;
