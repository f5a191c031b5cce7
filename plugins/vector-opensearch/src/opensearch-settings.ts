import { Effect, Schema } from "effect";

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }));

/** Settings for the OpenSearch cluster in the config. */
export const openSearchSettings = Schema.Struct({
  address: Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s@?#]+$/))
    .annotate({
      description:
        "Address of the cluster's HTTP API: `http://` or `https://`, host, port, and the path of a proxy if any.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("http://127.0.0.1:9200"))),
  username: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "User of basic authentication. Default: no authentication." }),
  ),
  password: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.NonEmptyString).annotate({ description: "The user's password." }),
  ),
  caCertificateFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({
      description: "PEM file of the CA of the cluster's certificate. Default: the system's CAs.",
    }),
  ),
  indexPrefix: Schema.String.check(Schema.isPattern(/^[a-z0-9][a-z0-9_-]{0,30}$/))
    .annotate({ description: "Prefix of all index names, so that several services can share a cluster." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("quarry-"))),
  shards: whole(1, 1_024)
    .annotate({
      description:
        "Shards of the index of all vectors of one dimension; a collection is in one of them. Applies at its creation.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(4))),
  replicas: Schema.optionalKey(
    whole(0, 100).annotate({
      description: "Replicas of new indices. Default: one if there is a second node.",
    }),
  ),
  timeoutSeconds: whole(1, 3_600)
    .annotate({ description: "Timeout of one call of the store, in seconds." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
});

export type OpenSearchSettings = typeof openSearchSettings.Type;
