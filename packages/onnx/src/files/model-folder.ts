import { open, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ModelSection } from "./known-models.ts";
import type { ModelDtype } from "../model-protocol.ts";
import { ModelFileError } from "./model-file-error.ts";
import { NEEDED_FILES, weightsFile } from "./model-files.ts";

/** Model on this machine, as described by its own files. */
export interface FoundModel {
  readonly section: ModelSection;
  readonly plugin: string;
  /** Paths in the folder. */
  readonly files: readonly string[];
  /** Settings other than `model`, which is the folder. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Remarks for the user on settings that the files don't contain and the model's page may. */
  readonly remarks: readonly string[];
}

/** Variants of weights, the usual choice for a CPU first. */
const DTYPES: readonly ModelDtype[] = ["q8", "int8", "uint8", "fp32", "fp16", "q4"];

type Json = Readonly<Record<string, unknown>>;

/** Returns the kind and the configuration of the model in a folder. */
export const inspectFolder = async (folder: string): Promise<FoundModel> => {
  const all = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw unfit(
      `${folder} can't be read (${error.code}); give the folder of a model, or a name of quarry models list --known`,
    );
  });
  const has = new Set(all.map((path) => path.replaceAll("\\", "/")));
  const weights = DTYPES.flatMap((dtype) =>
    [`onnx/${weightsFile(dtype)}`, weightsFile(dtype)].map((path) => ({ dtype, path })),
  ).find(({ path }) => has.has(path));
  if (weights !== undefined) return onnxModel(folder, has, weights);
  const subfolder = ["", "0_StaticEmbedding/"].find(
    (prefix) => has.has(`${prefix}model.safetensors`) && has.has(`${prefix}tokenizer.json`),
  );
  if (subfolder !== undefined) return staticModel(folder, subfolder);
  throw unfit(
    `${folder} contains no supported model: neither an ONNX file (onnx/model.onnx, or a variant of it) nor model.safetensors with tokenizer.json`,
  );
};

const onnxModel = async (
  folder: string,
  has: ReadonlySet<string>,
  { dtype, path }: { readonly dtype: string; readonly path: string },
): Promise<FoundModel> => {
  const missing = NEEDED_FILES.filter((file) => !has.has(file));
  if (missing.length > 0) throw unfit(`${folder} has ${path}, but no ${missing.join(" and no ")}`);
  const config = await readJson(folder, "config.json");
  const files = [...NEEDED_FILES, path, ...(has.has(`${path}_data`) ? [`${path}_data`] : [])];
  const modelName = basename(folder);
  const architectures = Array.isArray(config["architectures"]) ? config["architectures"].map(String) : [];
  if (architectures.some((name) => name.endsWith("ForSequenceClassification")))
    return {
      section: "rerankers",
      plugin: "@quarry/reranker-onnx",
      files,
      settings: { modelName, dtype },
      remarks: [],
    };
  const dimension = config["hidden_size"];
  if (!Number.isInteger(dimension))
    throw unfit(
      `${join(folder, "config.json")}: hidden_size is ${JSON.stringify(dimension)}; it should be the length of the vectors`,
    );
  const pooling = has.has("1_Pooling/config.json")
    ? poolingOf(await readJson(folder, "1_Pooling/config.json"))
    : undefined;
  const limit = has.has("sentence_bert_config.json")
    ? (await readJson(folder, "sentence_bert_config.json"))["max_seq_length"]
    : undefined;
  return {
    section: "embedders",
    plugin: "@quarry/embedder-onnx",
    files,
    settings: {
      modelName,
      dimension,
      dtype,
      ...(pooling !== undefined && { pooling }),
      ...(Number.isInteger(limit) && { maxTokens: limit }),
    },
    remarks: [
      ...(pooling === undefined ? ["its files don't declare the pooling: mean is used"] : []),
      "its documentation says whether queries or documents need a prefix (queryPrefix, documentPrefix)",
    ],
  };
};

const poolingOf = (config: Json): string | undefined => {
  if (config["pooling_mode_cls_token"] === true) return "cls";
  if (config["pooling_mode_lasttoken"] === true) return "last";
  return config["pooling_mode_mean_tokens"] === true ? "mean" : undefined;
};

const readJson = async (folder: string, file: string): Promise<Json> => {
  try {
    return Object(JSON.parse(await readFile(join(folder, file), "utf8"))) as Json;
  } catch (error) {
    throw unfit(`${join(folder, file)} is not JSON: ${(error as Error).message}`);
  }
};

const staticModel = async (folder: string, subfolder: string): Promise<FoundModel> => {
  const files = [`${subfolder}tokenizer.json`, `${subfolder}model.safetensors`];
  const path = join(folder, files[1]!);
  return {
    section: "embedders",
    plugin: "@quarry/embedder-static",
    files,
    settings: { modelName: basename(folder), dimension: await columnsOf(path) },
    remarks: [],
  };
};

/** Limit on the bytes of a static model's header, which describes at most three arrays. */
const MAX_HEADER_BYTES = 1_048_576;

/**
 * Returns the vector length from the header of the table: 8 bytes with the header's length, then the file's contents
 * described as JSON.
 */
const columnsOf = async (path: string): Promise<number> => {
  await using file = await open(path);
  const start = Buffer.alloc(8);
  await file.read(start, 0, 8, 0);
  const length = Number(start.readBigUInt64LE());
  const header = Buffer.alloc(Math.min(length, MAX_HEADER_BYTES));
  await file.read(header, 0, header.length, 8);
  try {
    const tensors = JSON.parse(header.toString()) as Readonly<Record<string, { readonly shape: readonly unknown[] }>>;
    const columns = (tensors["embeddings"] ?? tensors["embedding.weight"])?.shape[1];
    if (Number.isInteger(columns)) return columns as number;
  } catch {
    // Reported below: a file that is not JSON has no table either.
  }
  throw unfit(`${path} contains no table of token vectors ("embeddings" or "embedding.weight")`);
};

const unfit = (message: string): ModelFileError => new ModelFileError(message, "unfit");
