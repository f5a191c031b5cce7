import type { PluginKind } from "./quarry-plugin.ts";

/** Contract versions that this package defines and that Quarry of the same version supports. */
export const SPOKEN_VERSIONS: Readonly<Record<PluginKind, readonly number[]>> = {
  "vector-store": [1],
  embedder: [1],
  reranker: [1],
  parser: [1],
};

/**
 * Returns the plugins that an imported module exports: its default export, or each item if that is a list of versions.
 * A module compiled to CommonJS has its default export one level deeper.
 */
export const offeredPlugins = (module: unknown): readonly unknown[] => {
  const exported = (module as { readonly default?: unknown }).default;
  const inner = isCompiledDefault(exported) ? exported.default : exported;
  return Array.isArray(inner) ? inner : [inner];
};

const isCompiledDefault = (value: unknown): value is { readonly default: unknown } =>
  typeof value === "object" && value !== null && "__esModule" in value && "default" in value;

/** Returns the newest supported version among several versions of one plugin; undefined if none is supported. */
export const newestSpoken = <Plugin extends { readonly kind: PluginKind; readonly specVersion: number }>(
  versions: readonly Plugin[],
): Plugin | undefined =>
  versions
    .filter(({ kind, specVersion }) => SPOKEN_VERSIONS[kind].includes(specVersion))
    .toSorted((a, b) => b.specVersion - a.specVersion)[0];
