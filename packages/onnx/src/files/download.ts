import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { ModelFileError, type ModelFileErrorReason } from "./model-file-error.ts";

/** Parameters of a file download. */
export interface Download {
  readonly url: string;
  /** Path of the finished file. */
  readonly path: string;
  /** Expected SHA-256, if it is known. */
  readonly sha256: string | undefined;
  readonly maxBytes: number;
  /** Sent to the hub, and not to the targets of its redirects. */
  readonly token: string | undefined;
  /** Aborts the download. Default: it is never aborted. */
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: (done: number, total: number | undefined) => void;
  /** Whether other processes may download the same file; an interrupted download is then not resumed. Default false. */
  readonly isShared?: boolean;
}

export interface Downloaded {
  readonly bytes: number;
  readonly sha256: string;
  /** Whether the hub declared the file's hash, which the file then has. */
  readonly isAsToldByHub: boolean;
  /** Commit of the requested branch, if the hub reports it. */
  readonly commit: string | undefined;
}

/** Timeout of a connection without data. */
const SILENCE_MS = 60_000;
const MAX_REDIRECTS = 5;

/** Metadata of a file from the hub, known before the download. */
interface HubFile {
  readonly size: number | undefined;
  /** SHA-256 for files in external storage, the git hash for others; any value on other servers. */
  readonly etag: string | undefined;
  readonly commit: string | undefined;
}

/**
 * Downloads a file. It gets its final name when it is complete and has the hash that the hub declared. An interrupted
 * download is resumed if the hub still has the same file. Fails with `ModelFileError`.
 */
export const download = async (wanted: Download): Promise<Downloaded> => {
  const { path, maxBytes, isShared = false } = wanted;
  const reported = await describe(wanted);
  if ((reported.size ?? 0) > maxBytes) throw tooLarge(wanted, `${reported.size}`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Only a partial file with the same hash is resumed: the name contains it.
  const version = createHash("sha256")
    .update(reported.etag ?? "")
    .digest("hex")
    .slice(0, 12);
  const part = `${path}.${version}${isShared ? `.${process.pid}` : ""}.part`;
  if (reported.etag === undefined) await rm(part, { force: true });
  try {
    return await settle(wanted, reported, part);
  } catch (error) {
    if (isShared) await rm(part, { force: true });
    throw error;
  }
};

/** Downloads the missing part, verifies the whole file and renames it to its final name. */
const settle = async (wanted: Download, reported: HubFile, part: string): Promise<Downloaded> => {
  await receive(wanted, reported, part);
  const { size: bytes } = await stat(part);
  if (reported.size !== undefined && reported.size !== bytes)
    throw new ModelFileError(
      `${wanted.url} stopped after ${bytes} of ${reported.size} bytes${goesOn(wanted)}`,
      "unavailable",
    );
  const sha256 = await digestOf(part, createHash("sha256"));
  const expected = reported.etag ?? "";
  const found = /^[0-9a-f]{40}$/.test(expected)
    ? await digestOf(part, createHash("sha1").update(`blob ${bytes}\0`))
    : sha256;
  const isHash = /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(expected);
  if (isHash && found !== expected) {
    await rm(part);
    throw new ModelFileError(`${wanted.url} has the hash ${found}, but the hub declares ${expected}`, "wrong");
  }
  if (wanted.sha256 !== undefined && sha256 !== wanted.sha256) {
    await rm(part);
    throw new ModelFileError(
      `${wanted.url} has the SHA-256 ${sha256}, not the known ${wanted.sha256}: for another version give its revision, or a local folder, which is not verified`,
      "wrong",
    );
  }
  await rename(part, wanted.path);
  return { bytes, sha256, isAsToldByHub: isHash, commit: reported.commit };
};

/** Requests a file's metadata. Large files are redirected to a store, and the redirect contains their metadata. */
const describe = async ({ url, token, signal }: Download): Promise<HubFile> => {
  const origin = new URL(url).origin;
  for (let [at, redirects] = [url, 0]; redirects <= MAX_REDIRECTS; redirects++) {
    const isOwn = new URL(at).origin === origin;
    const response = await ask(at, signal, {
      method: "HEAD",
      redirect: "manual",
      headers: headersOf(isOwn ? token : undefined),
      signal: AbortSignal.timeout(SILENCE_MS),
    });
    const { status, headers } = response;
    const linked = headers.get("x-linked-etag");
    const location = headers.get("location");
    if (status >= 300 && status < 400 && location !== null && linked === null) {
      at = new URL(location, at).href;
      continue;
    }
    if (status >= 400) throw refusal(url, status);
    const size = headers.get(linked === null ? "content-length" : "x-linked-size");
    const etag = (linked ?? headers.get("etag"))?.replace(/^W\//, "").replaceAll('"', "");
    return {
      size: size === null ? undefined : Number(size),
      etag: etag === "" ? undefined : etag,
      commit: headers.get("x-repo-commit") ?? undefined,
    };
  }
  throw new ModelFileError(`${url} is redirected more than ${MAX_REDIRECTS} times`, "wrong");
};

/** Appends to the part downloaded so far. */
const receive = async (wanted: Download, reported: HubFile, part: string): Promise<void> => {
  const { url, maxBytes, token, onBytes } = wanted;
  const before = (await stat(part).catch(() => undefined))?.size ?? 0;
  if (before > 0 && before === reported.size) return;
  const silence = new AbortController();
  const timer = setTimeout(
    () => silence.abort(new ModelFileError(`no data from ${url} for ${SILENCE_MS / 1_000} s`, "unavailable")),
    SILENCE_MS,
  );
  let done = 0;
  try {
    const headers = { ...headersOf(token), ...(before > 0 && { range: `bytes=${before}-` }) };
    const response = await ask(url, wanted.signal, { headers, signal: silence.signal });
    if (!response.ok || response.body === null) throw refusal(url, response.status);
    const isRest = response.status === 206;
    if (isRest) done = before;
    await using file = await open(part, isRest ? "a" : "w");
    // Each chunk is written to disk before the next is read, so that an interrupted download can be resumed.
    for await (const buffer of response.body as ReadableStream<Uint8Array>) {
      timer.refresh();
      done += buffer.length;
      if (done > maxBytes) throw tooLarge(wanted, `more than ${maxBytes}`);
      await file.writeFile(buffer);
      onBytes?.(done, reported.size);
    }
  } catch (error) {
    wanted.signal?.throwIfAborted();
    if (silence.signal.aborted) throw silence.signal.reason;
    throw error instanceof ModelFileError
      ? error
      : new ModelFileError(`${url} stopped after ${done} bytes (${causeOf(error)})${goesOn(wanted)}`, "unavailable");
  } finally {
    clearTimeout(timer);
  }
};

const ask = async (
  url: string,
  user: AbortSignal | undefined,
  init: RequestInit & { readonly signal: AbortSignal },
) => {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.any([init.signal, ...(user === undefined ? [] : [user])]) });
  } catch (error) {
    user?.throwIfAborted();
    throw new ModelFileError(`${new URL(url).origin} can't be reached (${causeOf(error)})`, "unavailable");
  }
};

const headersOf = (token: string | undefined): Readonly<Record<string, string>> => ({
  // A compressed response has neither the size nor the range that the hub declared.
  "accept-encoding": "identity",
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
});

export const digestOf = async (path: string, hash: Hash): Promise<string> => {
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
};

const tooLarge = ({ url, maxBytes }: Download, found: string): ModelFileError =>
  new ModelFileError(`${url} has ${found} bytes; the limit for this model is ${maxBytes}`, "wrong");

const goesOn = ({ isShared }: Download): string => (isShared === true ? "" : "; the next attempt resumes it");

const refusal = (url: string, status: number): ModelFileError => {
  const isLogin = status === 401 || status === 403;
  const hint = isLogin ? ": set HF_TOKEN for a model that needs a login" : "";
  return new ModelFileError(
    `the hub answered ${status} for ${url}${hint}`,
    isLogin ? "unauthorized" : meaningOf(status),
  );
};

const meaningOf = (status: number): ModelFileErrorReason =>
  status >= 500 || status === 429 ? "unavailable" : "missing";

/** Returns the cause of a network error, which fetch stores in `cause`. */
const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : String(cause);
};
