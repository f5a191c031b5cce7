import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeTinyModel } from "@quarry/onnx/testing";

export const DIMENSION = 32;

export interface WrittenTensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: ArrayBufferView;
}

/** Builds a file in safetensors format, according to its specification. */
export const safetensorsFile = (tensors: Readonly<Record<string, WrittenTensor>>): Buffer => {
  let end = 0;
  const header = Object.fromEntries(
    Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => {
      const start = end;
      end += bytes.byteLength;
      return [name, { dtype, shape, data_offsets: [start, end] }];
    }),
  );
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const arrays = Object.values(tensors).map(({ bytes: { buffer, byteOffset, byteLength } }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  return Buffer.concat([length, text, ...arrays]);
};

/** Returns a pseudo-random table, identical each time. Words have more weight than letters and punctuation. */
export const tableOf = (tokens: readonly string[]): Float32Array => {
  let state = 2_654_435_761;
  const sign = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state & 1) === 1 ? 1 : -1;
  };
  return Float32Array.from(
    tokens.flatMap((token) =>
      Array.from({ length: DIMENSION }, () => sign() * (/^[a-z]{2,}$/.test(token) ? 1 : 0.125)),
    ),
  );
};

export const table = (tokens: readonly string[]): WrittenTensor => ({
  dtype: "F32",
  shape: [tokens.length, DIMENSION],
  bytes: tableOf(tokens),
});

/** Writes a folder with the tokenizer of the tiny models and a table. Returns the tokens by id. */
export const writeStaticModel = async (
  folder: string,
  tensors: (tokens: readonly string[]) => Readonly<Record<string, WrittenTensor>> = (tokens) => ({
    embeddings: table(tokens),
  }),
): Promise<readonly string[]> => {
  await writeTinyModel(folder, { kind: "embedder" });
  for (const file of ["onnx", "config.json", "tokenizer_config.json"])
    await rm(join(folder, file), { recursive: true });
  const tokenizer = JSON.parse(await readFile(join(folder, "tokenizer.json"), "utf8")) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> };
  };
  const byId = Object.entries(tokenizer.model.vocab).sort(([, left], [, right]) => left - right);
  const tokens = byId.map(([token]) => token);
  await writeFile(join(folder, "model.safetensors"), safetensorsFile(tensors(tokens)));
  return tokens;
};
