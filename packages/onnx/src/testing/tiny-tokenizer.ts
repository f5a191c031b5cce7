/** Special tokens, in the order of their ids. */
const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] as const;
const [PAD, UNKNOWN, START, END] = SPECIAL;

/** Words in the vocabulary of the tiny models. Others are tokenized into letters. */
const WORDS =
  "the a of is are and how long does cover covers lasts warranty pump motor two years glacier moves downhill under its own weight invoice invoices payable within thirty days receipt orchestra rehearsed third movement twice water stone river light number query passage garantie pumpe gilt zwei jahre wie lange orchester probte gestern abend saal first last";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Tokens by their id: special tokens first, then words, then letters and punctuation. */
export const TINY_VOCABULARY: readonly string[] = [
  ...SPECIAL,
  ...WORDS.split(" ").filter((word) => word.length > 1),
  ...LETTERS,
  ...Array.from(LETTERS, (letter) => `##${letter}`),
  ..."!?.,:;'\"-()",
];

export const isWord = (id: number): boolean => id >= SPECIAL.length && /^[a-z]{2,}$/.test(TINY_VOCABULARY[id]!);

const piece = (id: string, type: number) => ({ SpecialToken: { id, type_id: type } });
const sequence = (id: "A" | "B", type: number) => ({ Sequence: { id, type_id: type } });
const specialId = (content: (typeof SPECIAL)[number]) => SPECIAL.indexOf(content);

/** `tokenizer.json` of a BERT: WordPiece, `[CLS] text [SEP]`, `[CLS] query [SEP] passage [SEP]`. */
export const tinyTokenizer = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: SPECIAL.map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: "BertNormalizer",
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: [piece(START, 0), sequence("A", 0), piece(END, 0)],
    pair: [piece(START, 0), sequence("A", 0), piece(END, 0), sequence("B", 1), piece(END, 1)],
    special_tokens: Object.fromEntries(
      [START, END].map((token) => [token, { id: token, ids: [specialId(token)], tokens: [token] }]),
    ),
  },
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  model: {
    type: "WordPiece",
    unk_token: UNKNOWN,
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(TINY_VOCABULARY.map((token, id) => [token, id])),
  },
};

export const tinyTokenizerConfig = (maxTokens: number) => ({
  tokenizer_class: "BertTokenizer",
  model_max_length: maxTokens,
  do_lower_case: true,
  pad_token: PAD,
  unk_token: UNKNOWN,
  cls_token: START,
  sep_token: END,
  mask_token: "[MASK]",
});
