import { Effect, Layer } from "effect";
import { FileStore } from "../file-store.ts";
import type { S3Options } from "./s3-options.ts";

/** File store in an existing bucket of Amazon S3 or a compatible server. The server may be unavailable at the start. */
export const s3FilesLayer = (options: S3Options): Layer.Layer<FileStore> =>
  Layer.effect(
    FileStore,
    // Imported here, so that a service without S3 does not load its client into memory.
    Effect.flatMap(
      Effect.promise(() => import("./s3-file-store.ts")),
      ({ openS3 }) => openS3(options),
    ),
  );
