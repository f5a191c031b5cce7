import { readdir } from "node:fs/promises";
import type { PluginsShape } from "@quarry/host";
import { findModel, KNOWN_MODELS } from "@quarry/onnx/files";
import { Effect } from "effect";

/** A model that can run on this machine. */
export interface LocalModel {
  readonly name: string;
  /** Undefined for a folder that is not loaded. */
  readonly kind: "embedder" | "reranker" | undefined;
  /** Empty if unknown; so are the others. */
  readonly languages: string;
  readonly licence: string;
  readonly megabytes: number;
  readonly isPresent: boolean;
  readonly isLoaded: boolean;
  readonly isDefault: boolean;
}

/** Maximum number of folders listed. */
const MAX_FOLDERS = 1_000;

/** Lists known models first, then folders, then other loaded models that need no key. */
export const listLocalModels = (plugins: PluginsShape, folder: string): Effect.Effect<readonly LocalModel[]> =>
  Effect.promise(async () => {
    const folders = await foldersIn(folder);
    const known = new Map(KNOWN_MODELS.map((model) => [model.name, model]));
    const loaded = [...plugins.embedders.values(), ...plugins.rerankers.values()]
      .filter(({ capabilities }) => capabilities.credential === "none")
      .map(({ name }) => name);
    return [...new Set([...known.keys(), ...folders, ...loaded])].map((name) => {
      const model = known.get(name);
      const isEmbedder = plugins.embedders.has(name) || model?.section === "embedders";
      const isReranker = plugins.rerankers.has(name) || model?.section === "rerankers";
      return {
        name,
        kind: isEmbedder ? "embedder" : isReranker ? "reranker" : undefined,
        languages: model?.languages ?? "",
        licence: model?.licence ?? "",
        megabytes: model?.megabytes ?? 0,
        isPresent: folders.has(name),
        isLoaded: loaded.includes(name),
        isDefault: plugins.defaultEmbedder.name === name,
      };
    });
  });

const foldersIn = async (folder: string): Promise<ReadonlySet<string>> => {
  // No model was downloaded yet.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const first = names.toSorted().slice(0, MAX_FOLDERS);
  return new Set(first.filter((name) => findModel(name, folder) !== undefined));
};
