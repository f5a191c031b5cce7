import { knownHash } from "@quarry/onnx/files";

/** A file of a model on the hub. */
export interface KnownFile {
  /** Repository on the Hugging Face hub. */
  readonly repository: string;
  /** Its path there, and in the model's folder. */
  readonly path: string;
  /** Checksum, where it is known; otherwise the first download's is stored and verified from then on. */
  readonly sha256?: string;
}

/** A model that `quarry models add` can fetch. */
export interface KnownModel {
  readonly name: string;
  readonly section: ModelSection;
  readonly plugin: string;
  readonly licence: string;
  /** Approximate size of all its files. A download of more than twice this is aborted. */
  readonly megabytes: number;
  readonly languages: string;
  /** Retrieval quality, as published by the model's authors. */
  readonly published: string;
  readonly files: readonly KnownFile[];
  /** Settings other than `model`, which is the folder. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export type ModelSection = "embedders" | "rerankers";

const NEEDED_FILES = ["config.json", "tokenizer.json", "tokenizer_config.json"];
const WEIGHTS = ["onnx/model_quantized.onnx"];
const ONNX_FILES = [...NEEDED_FILES, ...WEIGHTS];

const filesOf = (repository: string, paths: readonly string[]): readonly KnownFile[] =>
  paths.map((path) => {
    const sha256 = knownHash(repository, path);
    return { repository, path, ...(sha256 !== undefined && { sha256 }) };
  });

/** The table of the guide "Local models", which a test holds against this. */
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
    ],
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
