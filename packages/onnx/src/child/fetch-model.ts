import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PluginErrorReason } from "@quarry/plugin";
import { knownHash } from "../files/known-hashes.ts";
import { checkFile, type Lock, lockedDownload, readLock, writeLock } from "../files/lock-file.ts";
import { ModelFileError, type ModelFileErrorReason } from "../files/model-file-error.ts";
import { NEEDED_FILES, weightsFile } from "../files/model-files.ts";
import { ModelFailure } from "../model-failure.ts";
import type { ModelOptions } from "../model-protocol.ts";

const HUB_ID = /^[\w-][\w.-]*(\/[\w-][\w.-]*)?$/;

/** Tokenizers with the largest vocabularies have some 35 MB. */
const MAX_DESCRIPTION_BYTES = 268_435_456;
/** Larger models can't run next to a service. */
const MAX_WEIGHTS_BYTES = 34_359_738_368;

const REASONS: Readonly<Record<ModelFileErrorReason, PluginErrorReason>> = {
  unavailable: "unavailable",
  unauthorized: "unauthorized",
  missing: "not_found",
  wrong: "incompatible",
  unfit: "incompatible",
};

/**
 * Returns the folder of a hub model, and downloads it if it is missing. A model is downloaded once: a branch that moves
 * on changes nothing, because vectors of two model versions can't be compared, and the service starts without the hub.
 * Files are verified against their hashes after the download, and against the stored hashes each time the model is
 * loaded.
 *
 * The runtime could download by itself, but it reads some files from the main branch whatever the revision, contacts
 * the hub at every start, and accepts any content.
 */
export async function fetchModel(options: ModelOptions): Promise<string> {
  const { model, revision } = options;
  if (!HUB_ID.test(model)) throw new ModelFailure("invalid", `model is "${model}", which is not an id on the hub`);
  const folder = join(options.cacheDirectory, model.replace("/", "--"), encodeURIComponent(revision));
  const weights = `onnx/${weightsFile(options.dtype)}`;
  try {
    for (const file of NEEDED_FILES) await seeToFile(options, file, folder, MAX_DESCRIPTION_BYTES);
    // The weights are downloaded last: with them the folder is complete. Weights of more than 2 GB are stored in a
    // separate file.
    const data = `${weights}_data`;
    if (existsSync(join(folder, data)) || !existsSync(join(folder, weights)))
      await seeToFile(options, data, folder, MAX_WEIGHTS_BYTES).catch(unlessMissing);
    await seeToFile(options, weights, folder, MAX_WEIGHTS_BYTES);
  } catch (error) {
    throw error instanceof ModelFileError ? new ModelFailure(REASONS[error.reason], error.message) : unwritable(error);
  }
  return folder;
}

async function seeToFile(options: ModelOptions, path: string, folder: string, maxBytes: number): Promise<void> {
  const { hubUrl, model, revision } = options;
  const lock = await readLock(folder);
  // Another revision has another file.
  const sha256 = revision === "main" ? knownHash(model, path) : undefined;
  const found = existsSync(join(folder, path))
    ? await checkFile(folder, path, sha256, lock)
    : await lockedDownload(
        {
          url: `${hubUrl.replace(/(?<!\/)\/+$/, "")}/${model}/resolve/${encodeURIComponent(revision)}/${path}`,
          path: join(folder, path),
          sha256,
          maxBytes,
          token: process.env["HF_TOKEN"] ?? process.env["HF_ACCESS_TOKEN"],
          // Embedder and reranker, or two entries of the config, may use the same model.
          isShared: true,
        },
        revision,
      );
  if (lock[path]?.sha256 === found.sha256) return;
  const files: Lock = { ...(await readLock(folder)), [path]: found };
  await writeLock(folder, files);
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof ModelFileError) || error.reason !== "missing") throw error;
}

const unwritable = (error: unknown): ModelFailure =>
  new ModelFailure("unavailable", `the model's files can't be read or written: ${(error as Error).message}`);
