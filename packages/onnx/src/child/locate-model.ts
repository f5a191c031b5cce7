import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { NEEDED_FILES, weightsFile } from "../files/model-files.ts";
import { isModelFolder } from "../is-model-folder.ts";
import { fetchModel } from "./fetch-model.ts";
import { ModelFailure } from "../model-failure.ts";
import type { ModelDtype, ModelOptions } from "../model-protocol.ts";

/** Location of a model's files. */
export interface ModelLocation {
  /** Absolute path. */
  readonly folder: string;
  /** Subfolder of the ONNX file within the model's folder; empty if it is the model's folder. */
  readonly subfolder: string;
  /** Whether the weights are in a separate file next to the ONNX file, as weights of more than 2 GB are. */
  readonly hasExternalData: boolean;
}

/** Finds or downloads the model. Reports missing files before the runtime fails with its own message. */
export async function locateModel(options: ModelOptions): Promise<ModelLocation> {
  const { model, allowDownload } = options;
  if (isModelFolder(model)) return locateFolder(resolve(model), options.dtype);
  if (!allowDownload)
    throw new ModelFailure(
      "not_found",
      `model is "${model}", an id on the hub, but nothing may be downloaded: set allowDownload to true, or give a folder (absolute, or starting with "./")`,
    );
  return locateFolder(await fetchModel(options), options.dtype);
}

function locateFolder(folder: string, dtype: ModelDtype): ModelLocation {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ModelFailure("not_found", `the model's folder ${folder} does not exist`);
  const missing = NEEDED_FILES.filter((file) => !existsSync(join(folder, file)));
  const weights = weightsFile(dtype);
  const subfolder = ["onnx", ""].find((candidate) => existsSync(join(folder, candidate, weights)));
  if (missing.length === 0 && subfolder !== undefined)
    return {
      folder,
      subfolder,
      hasExternalData: existsSync(join(folder, subfolder, `${weights}_data`)),
    };
  const lacks = [...missing, ...(subfolder === undefined ? [`onnx/${weights} (for dtype ${dtype})`] : [])];
  const variants = onnxFiles(folder);
  const has = subfolder === undefined && variants.length > 0 ? `; it has ${variants.join(", ")}` : "";
  throw new ModelFailure("not_found", `the model's folder ${folder} has no ${lacks.join(" and no ")}${has}`);
}

const onnxFiles = (folder: string): readonly string[] =>
  ["onnx", ""].flatMap((subfolder) => {
    const location = join(folder, subfolder);
    if (!existsSync(location)) return [];
    const files = readdirSync(location).filter((file) => file.endsWith(".onnx"));
    return files.map((file) => (subfolder === "" ? file : `${subfolder}/${file}`));
  });
