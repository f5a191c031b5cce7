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
    Schema.NonEmptyString.annotate({ description: "Host name or address of the gRPC API. Default: `host`." }),
  ),
  grpcPort: port
    .annotate({ description: "Port of the server's gRPC API." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(50_051))),
  ssl: Schema.Boolean.annotate({
    description: "Whether to use TLS with both APIs. The hosts must then be names: gRPC accepts no address.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  caCertificateFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({
      description: "PEM file of the CA of the server's certificate. The whole service then trusts it.",
    }),
  ),
  apiKey: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.NonEmptyString).annotate({ description: "API key. Default: no authentication." }),
  ),
  headers: Schema.Record(Schema.String, Schema.RedactedFromValue(Schema.String))
    .annotate({ description: "Headers sent with every request, for a proxy that checks them." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  classPrefix: Schema.String.check(Schema.isPattern(/^[A-Z][A-Za-z0-9_]{0,30}$/))
    .annotate({ description: "Prefix of all class names, so that several services can share a server." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("Quarry_"))),
  replicas: Schema.optionalKey(
    whole(1, 100).annotate({ description: "Copies of new classes in a cluster. Default: the server's." }),
  ),
  consistencyLevel: Schema.Literals(["ONE", "QUORUM", "ALL"])
    .annotate({ description: "Number of copies that must confirm a write and answer a read. ONE may return old data." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("QUORUM" as const))),
  timeoutSeconds: whole(1, 3_600)
    .annotate({ description: "Timeout of one call of the store, in seconds." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
});

export type WeaviateSettings = typeof weaviateSettings.Type;
