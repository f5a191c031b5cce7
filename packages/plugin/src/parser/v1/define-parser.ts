// Not from "effect" itself: each parser worker imports this file, and the whole library adds 50 ms to its start.
import * as Schema from "effect/Schema";
import type { PageRequest, PageView } from "./page-view.ts";
import type { ParserLimits } from "./parser-limits.ts";
import type { ParserEvent, ParserSource, ParserV1 } from "./parser-v1.ts";

/** Capabilities of a parser, readable without running it. */
export interface ParserCapabilities {
  /** Lower-case extensions without the dot. */
  readonly fileTypes: readonly string[];
  /** Whether the config can assign it file types that it doesn't declare (`parsers.xyz.plugin`). Default false. */
  readonly readsFurtherTypes?: boolean;
  /**
   * Isolation level. `thread` (the default) is light and suits pure JavaScript that reads its input in bounded chunks.
   * `process` is for code that could crash a whole process: native code, WebAssembly, libraries that load a whole file.
   */
  readonly isolation?: "thread" | "process";
  /** Whether it can show the pages of its files: the result of `make` then has `showPage`. Default false. */
  readonly showsPages?: boolean;
}

/**
 * Parser plugin. It is loaded by module name inside a worker thread or a child process, so `make` gets only the decoded
 * settings and returns a plain object; it may load the modules that it needs.
 */
export interface ParserPlugin<Settings = unknown> {
  readonly kind: "parser";
  readonly name: string;
  readonly specVersion: 1;
  readonly capabilities: ParserCapabilities;
  /**
   * Returns the capabilities for these settings, if they depend on settings (types that a service behind the parser
   * supports). It must read only the settings. Default: `capabilities`.
   */
  readonly capabilitiesFor?: (settings: Settings) => ParserCapabilities;
  readonly settings: Schema.Codec<Settings, unknown>;
  readonly make: (settings: Settings) => ParserV1 | Promise<ParserV1>;
}

/** Last argument of a parser's functions. A parser that takes too long is terminated with its thread or process. */
export interface ParserCall<Settings = unknown> {
  readonly settings: Settings;
  readonly limits: ParserLimits;
}

/** Parser whose functions need no setup. */
export interface PlainParser<Settings = unknown> {
  parse(source: ParserSource, call: ParserCall<Settings>): AsyncIterable<ParserEvent>;
  showPage?(source: ParserSource, request: PageRequest, call: ParserCall<Settings>): Promise<PageView>;
}

/** Parser as its author writes it: with `make`, or with the functions themselves. */
export type ParserDefinition<Settings> = Omit<ParserPlugin<Settings>, "kind" | "settings" | "make"> & {
  /** Schema of the settings, from `defineSettings` or an effect Schema. Default: no settings. */
  readonly settings?: Schema.Codec<Settings, unknown>;
} & (Pick<ParserPlugin<Settings>, "make"> | (PlainParser<Settings> & { readonly make?: undefined }));

/**
 * Defines a parser: the default export of a parser package, or one of several versions in a list
 * (`QuarryPluginExport`).
 */
export const defineParser = <Settings = object>(definition: ParserDefinition<Settings>): ParserPlugin<Settings> => ({
  kind: "parser",
  ...definition,
  settings: definition.settings ?? (Schema.Struct({}) as Schema.Codec<unknown> as Schema.Codec<Settings, unknown>),
  make: definition.make ?? ((settings) => parserOf(definition, settings)),
});

const parserOf = <Settings>(plain: PlainParser<Settings>, settings: Settings): ParserV1 => ({
  parse: (source, limits) => plain.parse(source, { settings, limits }),
  ...(plain.showPage !== undefined && {
    showPage: (source, request, limits) => plain.showPage!(source, request, { settings, limits }),
  }),
});
