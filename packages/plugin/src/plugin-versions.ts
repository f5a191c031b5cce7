import type { PluginKind } from "./quarry-plugin.ts";

/** The versions of each contract that this package defines, and Quarry of the same version speaks. */
export const SPOKEN_VERSIONS: Readonly<Record<PluginKind, readonly number[]>> = {
  "vector-store": [1],
  embedder: [1],
  reranker: [1],
  parser: [1],
};

/**
 * The plugins that an imported module offers: its default export, or each item where that is a list of versions. A
 * module that was compiled to CommonJS carries its default export one level deeper.
 */
export const offeredPlugins = (module: unknown): readonly unknown[] => {
  const exported = (module as { readonly default?: unknown }).default;
  const inner = isCompiledDefault(exported) ? exported.default : exported;
  return Array.isArray(inner) ? inner : [inner];
};

const isCompiledDefault = (value: unknown): value is { readonly default: unknown } =>
  typeof value === "object" && value !== null && "__esModule" in value && "default" in value;

/** Of several versions of one plugin the newest that is spoken here; undefined when there is none. */
export const newestSpoken = <Plugin extends { readonly kind: PluginKind; readonly specVersion: number }>(
  versions: readonly Plugin[],
): Plugin | undefined =>
  versions
    .filter(({ kind, specVersion }) => SPOKEN_VERSIONS[kind].includes(specVersion))
    .toSorted((a, b) => b.specVersion - a.specVersion)[0];
