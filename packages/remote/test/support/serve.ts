import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ServablePlugin, servePlugin, type ServeOptions } from "../../src/serve/index.ts";

/** Serves a plugin from this process, and records its log. */
export const serve = async <Settings>(plugin: ServablePlugin<Settings>, options: Partial<ServeOptions> = {}) => {
  const dataDirectory = await mkdtemp(join(tmpdir(), "quarry-served-"));
  const log: string[] = [];
  const served = await servePlugin(plugin, {
    dataDirectory,
    graceSeconds: 1,
    log: (level, message, fields) => log.push(`${level}: ${message} ${JSON.stringify(fields ?? {})}`),
    ...options,
  });
  return {
    address: served.address,
    log,
    [Symbol.asyncDispose]: async () => {
      await served.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
};

export const tlsFile = (name: string): string => fileURLToPath(new URL(`../fixtures/tls/${name}.pem`, import.meta.url));
