import { Effect, Schema } from "effect";

/** Analysis uses a word cache of about 10 MB; a batch adds little. */
const DEFAULT_WORKER_MEMORY_MB = 256;

/** Settings of the embedder in the config file. */
export const LocalEmbedderSettings = Schema.Struct({
  workerMemoryMb: Schema.Int.check(Schema.isBetween({ minimum: 64, maximum: 8192 }))
    .annotate({
      description:
        "Memory limit of the thread that embeds documents, in MB of heap. A batch that needs more fails alone.",
    })
    .pipe(Schema.withDecodingDefault(Effect.succeed(DEFAULT_WORKER_MEMORY_MB))),
});

export type LocalEmbedderSettings = typeof LocalEmbedderSettings.Type;
