import { Effect, Schema } from "effect";

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }));

/** Settings for the OpenSearch cluster in the config. */
export const openSearchSettings = Schema.Struct({
  address: Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s@?#]+$/))
    .annotate({
      description:
        "Where the cluster's HTTP API is: `http://` or `https://`, host, port, and a path where a proxy has one.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("http://127.0.0.1:9200"))),
  username: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "User of basic authentication; left out: no authentication." }),
  ),
  password: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.NonEmptyString).annotate({ description: "The user's password." }),
  ),
  caCertificateFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({
      description: "PEM file of the authority that signed the cluster's certificate; left out: the system's.",
    }),
  ),
  indexPrefix: Schema.String.check(Schema.isPattern(/^[a-z0-9][a-z0-9_-]{0,30}$/))
    .annotate({ description: "What the names of all indices begin with: several services can share a cluster." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("quarry-"))),
  shards: whole(1, 1_024)
    .annotate({
      description:
        "Shards of the index that holds all vectors of one length; a collection lies in one of them. At its making.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(4))),
  replicas: Schema.optionalKey(
    whole(0, 100).annotate({
      description: "Copies of new indices beside the first; left out: one where there is a second node.",
    }),
  ),
  timeoutSeconds: whole(1, 3_600)
    .annotate({ description: "Seconds that one call of the store may take." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
});

export type OpenSearchSettings = typeof openSearchSettings.Type;
