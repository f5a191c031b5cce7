import { readFile, stat } from "node:fs/promises";
import { Tokenizer } from "@huggingface/tokenizers";
import { ModelFailure } from "./model-failure.ts";

/** Size limit of tokenizer files. Those of models with half a million tokens have some 30 MB. */
const MAX_TOKENIZER_BYTES = 134_217_728;

type Vocabulary = Readonly<Record<string, number>>;

/** Fields of `tokenizer.json` in use: WordPiece has a vocabulary by token, Unigram a list of pairs. */
interface TokenizerFile {
  readonly added_tokens?: readonly { readonly id: number; readonly content: string }[];
  readonly model: {
    readonly vocab: Vocabulary | readonly unknown[];
    readonly unk_token?: string | null;
    readonly unk_id?: number | null;
  };
}

export interface LoadedTokenizer {
  /** Returns the ids of a text's tokens, without special and unknown tokens. */
  readonly tokensOf: (text: string) => readonly number[];
  /** One more than the largest id. */
  readonly size: number;
}

export const loadTokenizer = async (path: string): Promise<LoadedTokenizer> => {
  const { size: bytes } = await stat(path);
  if (bytes > MAX_TOKENIZER_BYTES)
    throw new ModelFailure("limit", `${path} has ${bytes} bytes; the limit is ${MAX_TOKENIZER_BYTES}`);
  try {
    const file = JSON.parse(await readFile(path, "utf8")) as TokenizerFile;
    const tokenizer = new Tokenizer(file, {});
    const ids = idsOf(file);
    const unknown = unknownId(file);
    return {
      size: ids.reduce((most, id) => Math.max(most, id + 1), 0),
      // Unknown tokens are dropped, as in model2vec: they carry no information about a text.
      tokensOf: (text) =>
        tokenizer.encode(text, { add_special_tokens: false }).ids.filter((id: number) => id !== unknown),
    };
  } catch (error) {
    throw new ModelFailure("incompatible", `${path} is not a readable tokenizer: ${(error as Error).message}`);
  }
};

const idsOf = ({ added_tokens: added = [], model: { vocab } }: TokenizerFile): readonly number[] => {
  const ids = Array.isArray(vocab) ? [...vocab.keys()] : Object.values(vocab as Vocabulary);
  const all = [...ids, ...added.map(({ id }) => id)];
  if (all.length === 0) throw new Error("it has no tokens");
  const wrong = all.find((id) => !Number.isSafeInteger(id) || id < 0);
  if (wrong !== undefined) throw new Error(`a token has the id ${JSON.stringify(wrong)}`);
  return all;
};

const unknownId = ({ added_tokens: added = [], model }: TokenizerFile): number | undefined => {
  const { vocab, unk_token: token, unk_id: id } = model;
  if (typeof token !== "string") return id ?? undefined;
  const found = added.find(({ content }) => content === token)?.id;
  return found ?? (Array.isArray(vocab) ? undefined : (vocab as Vocabulary)[token]);
};
