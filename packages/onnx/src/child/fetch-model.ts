import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { ModelFailure } from "../model-failure.ts";
import type { ModelOptions } from "../model-protocol.ts";
import { NEEDED_FILES, weightsFile } from "./model-files.ts";

const HUB_ID = /^[\w-][\w.-]*(\/[\w-][\w.-]*)?$/;

/**
 * The folder of a model of the hub, fetched if it isn't there yet. It is fetched once: a branch that moves on changes
 * nothing, as vectors of two versions of a model can't be compared, and the service starts without the hub.
 *
 * The runtime could fetch by itself, but looks for some files on the main branch whatever the revision, and asks the
 * hub again at every start.
 */
export async function fetchModel(options: ModelOptions): Promise<string> {
  const { model, revision } = options;
  if (!HUB_ID.test(model)) throw new ModelFailure("invalid", `model is "${model}", which is no id of the hub`);
  const folder = join(options.cacheDirectory, model.replace("/", "--"), encodeURIComponent(revision));
  const weights = `onnx/${weightsFile(options.dtype)}`;
  for (const file of NEEDED_FILES) await fetchFile(options, file, folder);
  // The weights come last: with them the folder is whole. Those of more than 2 GB lie in a file beside it.
  if (!existsSync(join(folder, weights))) await fetchFile(options, `${weights}_data`, folder, { mayBeMissing: true });
  await fetchFile(options, weights, folder);
  return folder;
}

async function fetchFile(options: ModelOptions, file: string, folder: string, { mayBeMissing = false } = {}) {
  const path = join(folder, file);
  if (existsSync(path)) return;
  const url = `${options.hubUrl.replace(/(?<!\/)\/+$/, "")}/${options.model}/resolve/${encodeURIComponent(options.revision)}/${file}`;
  const token = process.env["HF_TOKEN"] ?? process.env["HF_ACCESS_TOKEN"];
  const response = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }).catch(
    (error: unknown) => {
      throw new ModelFailure("unavailable", `the hub can't be reached for ${url} (${causeOf(error)})`);
    },
  );
  if (response.status === 404 && mayBeMissing) return;
  if (!response.ok || response.body === null) throw refusal(response.status, url);
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  try {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(part));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw new ModelFailure("unavailable", `${url} broke off or could not be written (${causeOf(error)})`);
  }
}

function refusal(status: number, url: string): ModelFailure {
  if (status === 401 || status === 403)
    return new ModelFailure(
      "unauthorized",
      `the hub refused ${url} (${status}): the model does not exist or needs a login, the token of which goes into HF_TOKEN`,
    );
  const isPassing = status === 429 || status >= 500;
  return new ModelFailure(isPassing ? "unavailable" : "not_found", `the hub answered ${status} for ${url}`);
}

/** What went wrong with the network: fetch hides it in the cause. */
const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : String(cause);
};
