const TOKENS = ["[UNK]", "the", "pump", "glacier", "moves", "warranty", "of", "covers", "downhill"];

export const DIMENSION = 256;

/** Model in model2vec's format: a distinct vector for each token. */
export const tokenizer = Buffer.from(
  JSON.stringify({
    added_tokens: [],
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: null,
    decoder: null,
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(TOKENS.map((token, id) => [token, id])),
    },
  }),
);

const table = Float32Array.from({ length: TOKENS.length * DIMENSION }, (_, index) =>
  index % DIMENSION === Math.floor(index / DIMENSION) ? 1 : 0,
);
const header = Buffer.from(
  JSON.stringify({
    embeddings: { dtype: "F32", shape: [TOKENS.length, DIMENSION], data_offsets: [0, table.byteLength] },
  }),
);
const headerLength = Buffer.alloc(8);
headerLength.writeBigUInt64LE(BigInt(header.length));

export const weights = Buffer.concat([headerLength, header, Buffer.from(table.buffer)]);

/** Repository of the known model that this model stands in for. */
export const POTION = "minishlab/potion-base-8M";
