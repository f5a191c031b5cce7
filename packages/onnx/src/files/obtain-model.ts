import { existsSync } from "node:fs";
import { join } from "node:path";
import { collectFiles, type CollectOptions } from "./collect-files.ts";
import { collectFolder } from "./collect-folder.ts";
import { KNOWN_MODELS, KNOWN_RECOGNISERS, type KnownModel, type ModelSection } from "./known-models.ts";
import { ModelFileError } from "./model-file-error.ts";
import { hasRuntime, INSTALL, installRuntime, needsRuntime, projectFolder } from "./runtime.ts";

/** A model whose files and runtime are installed on this machine. */
export interface ObtainedModel {
  readonly section: ModelSection;
  readonly choice: { readonly plugin: string; readonly settings: Readonly<Record<string, unknown>> };
}

export interface ObtainOptions extends Pick<CollectOptions, "environment" | "signal" | "note" | "onBytes"> {
  /** Contains a folder for each model. */
  readonly modelsFolder: string;
  /** Called before the runtime is installed. */
  readonly onInstall: () => void;
}

/** Names of models and their folders: they are keys of the configuration, and never paths. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/;

const isRecogniser = (name: string): boolean => KNOWN_RECOGNISERS.some((each) => each.name === name);

/** Returns the source of the model with this name, or undefined if there is none. */
export const findModel = (name: string, folder: string): KnownModel | "folder" | undefined => {
  // Recognisers have folders next to those of other models.
  if (isRecogniser(name)) return undefined;
  const known = KNOWN_MODELS.find((each) => each.name === name);
  return known ?? (NAME.test(name) && existsSync(join(folder, name)) ? "folder" : undefined);
};

/** Downloads a known model, or uses the folder of this name, and installs the runtime if it is missing. */
export const obtainModel = async (name: string, options: ObtainOptions): Promise<ObtainedModel> => {
  const { modelsFolder, note, signal, onInstall } = options;
  const model = findModel(name, modelsFolder);
  if (model === undefined) throw noSuchModel(name, modelsFolder);
  const folder = join(modelsFolder, name);
  if (model !== "folder") await collectFiles(model, { ...options, folder });
  const { section, plugin, settings } = model === "folder" ? (await collectFolder(folder, note)).found : model;
  if (needsRuntime(plugin) && !hasRuntime()) {
    const project = projectFolder();
    if (project === undefined)
      throw new ModelFileError(
        `the runtime for such models is missing: run npm ${INSTALL.join(" ")} in the folder of the service`,
        "missing",
      );
    onInstall();
    await installRuntime(project, { signal, onOutput: note });
  }
  return { section, choice: { plugin, settings: { model: folder, ...settings } } };
};

/**
 * Returns instructions for setting up a known text recogniser, which no collection refers to; undefined for any other
 * name.
 */
export const recogniserSetup = (name: string): string | undefined =>
  isRecogniser(name)
    ? `${JSON.stringify(name)} recognises text in images: quarry models add ${name} sets recognition.engine to "ppocr" in the config file, and a restart applies it`
    : undefined;

const noSuchModel = (name: string, folder: string): ModelFileError => {
  const known = KNOWN_MODELS.map((each) => each.name).join(", ");
  const setup = recogniserSetup(name);
  return new ModelFileError(
    setup === undefined
      ? `${JSON.stringify(name)} is neither a folder in ${folder} nor a known model: ${known}`
      : `${setup}; models for collections are ${known}, and folders in ${folder}`,
    "missing",
  );
};
