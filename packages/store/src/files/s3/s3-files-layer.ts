import { Effect, Layer } from "effect";
import { FileStore } from "../file-store.ts";
import type { S3Options } from "./s3-options.ts";

/**
 * Files as objects of a bucket, which must exist: Amazon's S3 or a server that speaks as it does. The server may be
 * away when this begins.
 */
export const s3FilesLayer = (options: S3Options): Layer.Layer<FileStore> =>
  Layer.effect(
    FileStore,
    // Loaded here, so that a service without S3 doesn't hold its client in memory.
    Effect.flatMap(
      Effect.promise(() => import("./s3-file-store.ts")),
      ({ openS3 }) => openS3(options),
    ),
  );
