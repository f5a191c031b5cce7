import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { newestSpoken, offeredPlugins, type QuarryPlugin } from "@quarry/plugin";

const KINDS: ReadonlySet<unknown> = new Set(["vector-store", "embedder", "reranker", "parser"]);

/** Loads the plugin of a package (resolved from the working folder) or of a file. */
export const loadServed = async (name: string): Promise<QuarryPlugin> => {
  const offered = offeredPlugins(await import(moduleUrl(name))).filter(isPlugin);
  const plugin = newestSpoken(offered);
  if (plugin !== undefined) return plugin;
  throw new RangeError(
    `${name} offers no plugin of a supported version: its default export must be created with define… of @quarry/plugin`,
  );
};

const moduleUrl = (name: string): string => {
  if (/^\.{0,2}[\\/]/.test(name)) return pathToFileURL(resolve(name)).href;
  try {
    return import.meta.resolve(name, pathToFileURL(resolve("index.js")));
  } catch {
    return pathToFileURL(createRequire(resolve("index.js")).resolve(name)).href;
  }
};

const isPlugin = (value: unknown): value is QuarryPlugin =>
  typeof value === "object" && value !== null && KINDS.has((value as { readonly kind?: unknown }).kind);
