import { mkdtempSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import type { Api } from "../harness/api.ts";
import { type CliOptions, type Ended, type Running, startCli } from "./cli.ts";
import { runCli } from "./hosted-cli.ts";

export const API_KEY = "a-secret-for-tests-only";

/** A document as the command line lists it. */
export interface Listed {
  readonly filename: string;
  readonly id: string;
  readonly status: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Creates a folder for a test file, removed at its end. Call it before `useServer`, so that the server is stopped
 * first.
 */
export const useFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-cli-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Command line helpers that use the server of a test file. */
export const makeCliWorld = (server: { readonly api: Api }, folder: string) => {
  let number = 0;

  const here = (options: CliOptions): CliOptions => ({
    ...options,
    environment: { QUARRY_URL: server.api.address, QUARRY_API_KEY: API_KEY, ...options.environment },
  });

  /** Starts a separate process, for a command that is observed or interrupted. */
  const start = (words: readonly string[], options: CliOptions = {}): Running => startCli(words, here(options));

  const run = (words: readonly string[], options: CliOptions = {}): Promise<Ended> => runCli(words, here(options));

  const quarry = (...words: readonly string[]): Promise<Ended> => run(words);

  /** Returns the standard output of a command that must succeed. */
  const output = async (...words: readonly string[]): Promise<string> => {
    const ended = await quarry(...words);
    if (ended.code !== 0) throw new Error(`quarry ${words.join(" ")}: ${JSON.stringify(ended)}`);
    return ended.stdout;
  };

  const json = async <A>(...words: readonly string[]): Promise<A> => JSON.parse(await output("--json", ...words)) as A;

  /** Creates a new collection. */
  const newCollection = async (settings: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const name = `cli_${(number += 1)}`;
    await server.api.createCollection(name, settings);
    return name;
  };

  /** Creates a folder with these files. */
  const filesOf = async (name: string, files: Readonly<Record<string, string>>): Promise<string> => {
    const root = join(folder, `${(number += 1)}`, name);
    await mkdir(root, { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return root;
  };

  const documents = (collection: string) => json<readonly Listed[]>("documents", "list", collection);

  return { start, run, quarry, output, json, newCollection, filesOf, documents };
};
