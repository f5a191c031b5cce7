import { describeValue } from "@quarry/plugin/domain";
import { newestSpoken, offeredPlugins, type PluginKind, type PluginKinds, SPOKEN_VERSIONS } from "@quarry/plugin";
import { LoadProblem } from "./load-problem.ts";

/** Properties common to all versions of all contracts. */
interface Offered {
  readonly kind: PluginKind;
  readonly name: unknown;
  readonly specVersion: number;
}

/**
 * Returns the plugin of this kind that a module offers, in the newest supported contract version. Throws a
 * `LoadProblem` if the module offers none.
 */
export const chooseVersion = <Kind extends PluginKind>(kind: Kind, module: object): PluginKinds[Kind] => {
  const offered = offeredPlugins(module);
  if (offered.length === 0) throw new LoadProblem("offers an empty list of versions as its default export");
  const versions = offered.map((value) => checkOffered(value, kind, module));
  const first = versions[0]!;
  if (versions.some(({ name }) => name !== first.name)) {
    throw new LoadProblem(
      `offers several plugins (${versions.map(({ name }) => describeValue(name)).join(", ")}); a list holds versions of one`,
    );
  }
  const numbers = versions.map(({ specVersion }) => specVersion);
  if (new Set(numbers).size < numbers.length) {
    throw new LoadProblem(`offers one version of its contract twice (${numbers.join(", ")})`);
  }
  const chosen = newestSpoken(versions);
  if (chosen !== undefined) return chosen as unknown as PluginKinds[Kind];
  throw new LoadProblem(
    `follows version ${numbers.join(", ")} of the ${kind} contract, and this Quarry supports ${SPOKEN_VERSIONS[kind].join(", ")}: install a matching version of the plugin or of Quarry`,
  );
};

const checkOffered = (value: unknown, kind: PluginKind, module: object): Offered => {
  if (value === undefined) throw noDefaultExport(module);
  const plugin = value as Partial<Offered> | null;
  if (typeof plugin !== "object" || plugin === null || typeof plugin.kind !== "string") {
    throw new LoadProblem(
      `is not a Quarry plugin: its default export is ${describeExport(value)}, and must be made with define… of @quarry/plugin`,
    );
  }
  if (plugin.kind !== kind) throw kindMismatch(plugin.kind, kind);
  if (!Number.isInteger(plugin.specVersion)) {
    throw new LoadProblem(`has the specVersion ${describeValue(plugin.specVersion)}; it must be a whole number`);
  }
  return plugin as Offered;
};

const noDefaultExport = (module: object): LoadProblem => {
  const names = Object.keys(module).filter((name) => name !== "default" && name !== "module.exports");
  const others = names.length === 0 ? "nothing" : names.slice(0, 5).join(", ");
  return new LoadProblem(
    `has no default export, which must be what define… of @quarry/plugin gives; it exports ${others}`,
  );
};

const describeExport = (value: unknown): string => (typeof value === "function" ? "a function" : describeValue(value));

const CONFIG_SECTIONS: Readonly<Record<string, string>> = {
  "vector-store": "vectorStore or vectorStores",
  embedder: "embedders",
  reranker: "rerankers",
  parser: "parsers",
};

const kindMismatch = (actual: string, expected: PluginKind): LoadProblem => {
  const section = CONFIG_SECTIONS[actual];
  const hint = section === undefined ? "" : `; configure it under ${section}`;
  return new LoadProblem(`is a ${actual} plugin; this section needs a ${expected}${hint}`);
};
