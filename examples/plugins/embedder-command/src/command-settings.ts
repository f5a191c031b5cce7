import { Effect, Schema } from "effect";

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }));
const MAX_DIMENSION = 65_536;

const model = Schema.Struct({
  name: Schema.NonEmptyString.annotate({ description: "Name by which collections ask for it; the program is told." }),
  dimension: whole(1, MAX_DIMENSION).annotate({ description: "Numbers of its vectors." }),
  maxInputTokens: Schema.optionalKey(
    whole(1, 1_000_000).annotate({ description: "Most tokens of one text; left out: no limit." }),
  ),
  description: Schema.String.annotate({ description: "Shown in the list of models." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("")),
  ),
});

/** What a config may say about the program. */
export const commandSettings = Schema.Struct({
  command: Schema.NonEmptyArray(Schema.NonEmptyString).annotate({
    description: "The program and its arguments, each an entry of its own: no shell looks at them.",
  }),
  directory: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "Folder in which it is started; left out: the service's own." }),
  ),
  environment: Schema.Record(Schema.String, Schema.RedactedFromValue(Schema.String))
    .annotate({ description: "Environment variables that it gets beside the service's PATH, HOME and language." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  models: Schema.NonEmptyArray(model).annotate({ description: "The models that it has, the default first." }),
  processes: whole(1, 64)
    .annotate({ description: "How many of it run beside each other; each takes one batch at a time." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(1))),
  maxBatchTexts: whole(1, 2_048)
    .annotate({ description: "Most texts of one batch." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(32))),
  maxBatchTokens: whole(1, 10_000_000)
    .annotate({ description: "Most tokens of one batch, over all its texts." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(32_768))),
  startSeconds: whole(1, 3_600)
    .annotate({ description: "Seconds that it may take until it says that it is ready." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(120))),
  timeoutSeconds: whole(1, 3_600)
    .annotate({ description: "Seconds that it may take for one batch; it is ended and started again beyond." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
  hybridAlpha: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
    .annotate({ description: "Weight of the semantic score in hybrid search where nobody says another." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(0.5))),
});

export type CommandSettings = typeof commandSettings.Type;
