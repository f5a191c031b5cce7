import { Effect, Schema } from "effect";

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }));
const port = whole(1, 65_535);

/** Settings for the Weaviate server in the config. */
export const weaviateSettings = Schema.Struct({
  host: Schema.NonEmptyString.annotate({ description: "Host name or address of the server." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("127.0.0.1")),
  ),
  port: port
    .annotate({ description: "Port of the server's HTTP API." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(8_080))),
  grpcHost: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "Host name or address of the gRPC API; left out: `host`." }),
  ),
  grpcPort: port
    .annotate({ description: "Port of the server's gRPC API." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(50_051))),
  ssl: Schema.Boolean.annotate({
    description: "Whether to speak TLS, with both APIs. The hosts must then be names: gRPC takes no address.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  caCertificateFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({
      description: "PEM file of the authority that signed the server's certificate. The whole service then trusts it.",
    }),
  ),
  apiKey: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.NonEmptyString).annotate({ description: "API key; left out: no authentication." }),
  ),
  headers: Schema.Record(Schema.String, Schema.RedactedFromValue(Schema.String))
    .annotate({ description: "Headers sent with every request, for a proxy that checks them." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  classPrefix: Schema.String.check(Schema.isPattern(/^[A-Z][A-Za-z0-9_]{0,30}$/))
    .annotate({ description: "What the names of all classes begin with: several services can share a server." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("Quarry_"))),
  replicas: Schema.optionalKey(
    whole(1, 100).annotate({ description: "Copies of new classes in a cluster; left out: the server's default." }),
  ),
  consistencyLevel: Schema.Literals(["ONE", "QUORUM", "ALL"])
    .annotate({ description: "How many copies must take a write and answer a read. ONE may read what is old." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("QUORUM" as const))),
  timeoutSeconds: whole(1, 3_600)
    .annotate({ description: "Seconds that one call of the store may take." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
});

export type WeaviateSettings = typeof weaviateSettings.Type;
