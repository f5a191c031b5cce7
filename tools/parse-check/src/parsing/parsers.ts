import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { ParserPlugin } from "@quarry/plugin";

/** A parser as the service would load it. */
export interface ParserChoice {
  readonly name: string;
  readonly moduleUrl: string;
  readonly plugin: ParserPlugin;
}

/** Those of the default configuration. */
const PLUGINS = [
  "@quarry/parser-text",
  "@quarry/parser-html",
  "@quarry/parser-office",
  "@quarry/parser-pdf",
  "@quarry/parser-image",
];

let loaded: Promise<ReadonlyMap<string, ParserChoice>> | undefined;

/** The parser of each file type, by what the plugins say they read. */
export const parsersByType = (): Promise<ReadonlyMap<string, ParserChoice>> => (loaded ??= load());

const load = async (): Promise<ReadonlyMap<string, ParserChoice>> => {
  const byType = new Map<string, ParserChoice>();
  const { resolve } = createRequire(import.meta.url);
  for (const name of PLUGINS) {
    const path = resolve(name);
    const { default: plugin } = (await import(name)) as { readonly default: ParserPlugin };
    for (const fileType of plugin.capabilities.fileTypes) {
      byType.set(fileType, { name, plugin, moduleUrl: pathToFileURL(path).href });
    }
  }
  return byType;
};
