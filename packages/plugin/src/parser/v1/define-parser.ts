// Not from "effect" itself: each worker that parses imports this file, and the whole library is 50 ms more of its start.
import * as Schema from "effect/Schema";
import type { PageRequest, PageView } from "./page-view.ts";
import type { ParserLimits } from "./parser-limits.ts";
import type { ParserEvent, ParserSource, ParserV1 } from "./parser-v1.ts";

/** Capabilities of a parser, known without running it. */
export interface ParserCapabilities {
  /** Lower-case extensions without the dot. */
  readonly fileTypes: readonly string[];
  /** Whether the config may name it for types that it doesn't declare (`parsers.xyz.plugin`). Default false. */
  readonly readsFurtherTypes?: boolean;
  /**
   * Where it runs. `thread` (the default) is light and fits pure JavaScript that reads its input in bounded pieces.
   * `process` is for what could take a whole process down: native code, WebAssembly, libraries that hold a file at once.
   */
  readonly isolation?: "thread" | "process";
  /** Whether it can show the pages of its files: then what `make` gives has `showPage`. Default false. */
  readonly showsPages?: boolean;
}

/**
 * A parser is loaded by module name inside a worker thread or a child process, so `make` gets the decoded settings alone and returns a
 * plain object; it may load what it needs.
 */
export interface ParserPlugin<Settings = unknown> {
  readonly kind: "parser";
  readonly name: string;
  readonly specVersion: 1;
  readonly capabilities: ParserCapabilities;
  /**
   * Capabilities with such settings, where they depend on them (types that a service behind it reads). It looks at
   * nothing but the settings. Default: `capabilities`.
   */
  readonly capabilitiesFor?: (settings: Settings) => ParserCapabilities;
  readonly settings: Schema.Codec<Settings, unknown>;
  readonly make: (settings: Settings) => ParserV1 | Promise<ParserV1>;
}

/** Last argument of a parser's functions. A parser that takes too long is ended with its thread or process. */
export interface ParserCall<Settings = unknown> {
  readonly settings: Settings;
  readonly limits: ParserLimits;
}

/** A parser whose functions need nothing opened before. */
export interface PlainParser<Settings = unknown> {
  parse(source: ParserSource, call: ParserCall<Settings>): AsyncIterable<ParserEvent>;
  showPage?(source: ParserSource, request: PageRequest, call: ParserCall<Settings>): Promise<PageView>;
}

/** A parser as its author writes it: with `make`, or with the functions themselves. */
export type ParserDefinition<Settings> = Omit<ParserPlugin<Settings>, "kind" | "settings" | "make"> & {
  /** `defineSettings` makes it, or a Schema of effect. Default: no settings. */
  readonly settings?: Schema.Codec<Settings, unknown>;
} & (Pick<ParserPlugin<Settings>, "make"> | (PlainParser<Settings> & { readonly make?: undefined }));

/** The default export of a parser package, or one of several versions in a list (`QuarryPluginExport`). */
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
