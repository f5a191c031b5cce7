import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { loadTokenizer } from "./load-tokenizer.ts";
import { ModelFailure } from "./model-failure.ts";
import { Safetensors, type Tensor, type TensorType } from "./safetensors.ts";
import { StaticModel } from "./static-model.ts";
import { tensorValues } from "./tensor-values.ts";

const WEIGHTS_FILE = "model.safetensors";
const TOKENIZER_FILE = "tokenizer.json";

/**
 * Folders that may contain the files: model2vec uses the top folder, sentence-transformers often the first module's
 * folder.
 */
const SUBFOLDERS = ["", "0_StaticEmbedding"];

/** Names of the table in files of model2vec and of sentence-transformers. */
const TABLE_NAMES = ["embeddings", "embedding.weight"];

const TABLE_TYPES: readonly TensorType[] = ["F64", "F32", "F16", "I8"];
const WEIGHT_TYPES: readonly TensorType[] = ["F64", "F32", "F16"];
const ROW_TYPES: readonly TensorType[] = ["I32", "I64"];

/**
 * Loads a complete model: its tokenizer, and its table into memory. Throws a `ModelFailure` that describes an error in
 * the model.
 */
export const loadModel = async (folder: string, dimension: number): Promise<StaticModel> => {
  const modelFolder = modelFolderOf(folder);
  const { tokensOf, size } = await loadTokenizer(join(modelFolder, TOKENIZER_FILE));
  const path = join(modelFolder, WEIGHTS_FILE);
  await using file = await Safetensors.open(path);
  const table = TABLE_NAMES.map((name) => file.tensor(name)).find((found) => found !== undefined);
  if (table === undefined)
    throw new ModelFailure("incompatible", `${path} has no array "${TABLE_NAMES.join('" or "')}"`);
  checkType(path, "the table", table, TABLE_TYPES);
  if (table.shape.length !== 2)
    throw new ModelFailure(
      "incompatible",
      `${path}: the table has the shape [${table.shape.join(", ")}]; it has rows and columns`,
    );
  const [rowCount, columns] = table.shape as readonly [number, number];
  if (columns !== dimension)
    throw new ModelFailure(
      "incompatible",
      `dimension is ${dimension}, but the vectors in ${path} have ${columns} numbers`,
    );

  const read = async (name: string, types: readonly TensorType[]) => {
    const tensor = file.tensor(name);
    if (tensor === undefined) return undefined;
    checkType(path, `"${name}"`, tensor, types);
    const values = tensorValues(tensor.type, await file.read(tensor));
    if (tensor.shape.length !== 1 || values.length < size)
      throw new ModelFailure("incompatible", `${path}: "${name}" has ${values.length} numbers for ${size} tokens`);
    return checkFinite(path, name, values);
  };
  const mapping = await read("mapping", ROW_TYPES);
  const weights = await read("weights", WEIGHT_TYPES);
  if (mapping === undefined && size > rowCount)
    throw new ModelFailure(
      "incompatible",
      `${join(modelFolder, TOKENIZER_FILE)} has tokens up to the id ${size - 1}, but the table in ${path} ends with row ${rowCount - 1}`,
    );
  const away = mapping?.find((row) => row < 0 || row >= rowCount);
  if (away !== undefined)
    throw new ModelFailure("incompatible", `${path}: "mapping" names the row ${away} of a table of ${rowCount}`);
  const rows = checkFinite(path, "the table", tensorValues(table.type, await file.read(table)));
  return new StaticModel({ tokensOf, rows, dimension, weights, rowOf: mapping && Int32Array.from(mapping) });
};

const missingIn = (modelFolder: string): readonly string[] =>
  [WEIGHTS_FILE, TOKENIZER_FILE].filter((file) => !existsSync(join(modelFolder, file)));

const modelFolderOf = (folder: string): string => {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ModelFailure("not_found", `the model's folder ${folder} does not exist`);
  const modelFolder = SUBFOLDERS.map((name) => join(folder, name)).find(
    (candidate) => missingIn(candidate).length === 0,
  );
  if (modelFolder !== undefined) return modelFolder;
  throw new ModelFailure("not_found", `the model's folder ${folder} has no ${missingIn(folder).join(" and no ")}`);
};

const checkType = (path: string, what: string, { type }: Tensor, types: readonly TensorType[]): void => {
  if (types.includes(type)) return;
  throw new ModelFailure(
    "incompatible",
    `${path}: ${what} has numbers of type ${type}; it may have ${types.join(", ")}`,
  );
};

/** Checks that all numbers are finite: another value would make every vector with its token unusable. */
const checkFinite = (path: string, what: string, values: Float32Array): Float32Array => {
  for (let index = 0; index < values.length; index++) {
    if (!Number.isFinite(values[index]))
      throw new ModelFailure("incompatible", `${path}: ${what} has ${values[index]} at place ${index}`);
  }
  return values;
};
