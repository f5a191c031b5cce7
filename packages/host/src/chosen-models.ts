import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Configuration, PluginChoice } from "./configuration.ts";
import { ConfigurationError } from "./configuration-error.ts";

/** The collections of a model's use: by name, or all that have an embedding model. */
export type CollectionSelection = readonly string[] | "all";

/** The last use of a model, as far as a restart needs it. */
export interface SavedModelUse {
  readonly name: string;
  readonly state: "moving" | "rolling_back" | "done" | "cancelled" | "failed" | "rolled_back";
  readonly collections: CollectionSelection;
  readonly formerDefault: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** Models that were chosen while the service ran, beside those of the config file. */
export interface ChosenModels {
  readonly embedders: Readonly<Record<string, PluginChoice>>;
  readonly rerankers: Readonly<Record<string, PluginChoice>>;
  /** Precedes that of the config file: it was chosen later. */
  readonly defaultEmbedder?: string;
  readonly use?: SavedModelUse;
}

const NOTHING_CHOSEN: ChosenModels = { embedders: {}, rerankers: {} };

/** Folder with a folder for each local model. */
export const modelsFolder = (dataDirectory: string): string => join(dataDirectory, "models");

const fileOf = (dataDirectory: string): string => join(modelsFolder(dataDirectory), "chosen.json");

/** Throws a `ConfigurationError` where the file exists and can't be read. */
export const readChosenModels = async (dataDirectory: string): Promise<ChosenModels> => {
  const path = fileOf(dataDirectory);
  try {
    return { ...NOTHING_CHOSEN, ...(JSON.parse(await readFile(path, "utf8")) as Partial<ChosenModels>) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return NOTHING_CHOSEN;
    throw new ConfigurationError({ problems: [`${path}: can't be read: ${(error as Error).message}`] });
  }
};

/** Replaces the file in one step: a service that is killed meanwhile finds the former one. */
export const writeChosenModels = async (dataDirectory: string, chosen: ChosenModels): Promise<void> => {
  const path = fileOf(dataDirectory);
  await mkdir(modelsFolder(dataDirectory), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.part`, `${JSON.stringify(chosen, undefined, 2)}\n`);
  await rename(`${path}.part`, path);
};

/** Adds the chosen models to the configuration, whose own entries precede those of the same name. */
export const withChosenModels = (configuration: Configuration, chosen: ChosenModels): Configuration => {
  const embedders = { ...chosen.embedders, ...configuration.embedders };
  const { defaultEmbedder } = chosen;
  return {
    ...configuration,
    embedders,
    rerankers: { ...chosen.rerankers, ...configuration.rerankers },
    // One that has been taken out of the config file since is no default any more.
    ...(defaultEmbedder !== undefined && Object.hasOwn(embedders, defaultEmbedder) && { defaultEmbedder }),
  };
};
