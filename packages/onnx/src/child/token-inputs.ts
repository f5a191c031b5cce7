import type { PreTrainedTokenizer, Tensor } from "@huggingface/transformers";
import type { Transformers } from "./import-transformers.ts";

/** Token ids of a text, or of a query with a passage. */
export interface Tokens {
  readonly ids: readonly number[];
  /** Index of the text in the pair for each token. Absent for models that don't distinguish the texts. */
  readonly types?: readonly number[];
}

/** Special tokens that a tokenizer adds around texts. */
interface Frame {
  readonly start: number;
  /** Between the texts of a pair. */
  readonly middle: number;
  readonly end: number;
}

/** Longer texts are truncated before tokenization, which is cheap: no text has this many characters per token. */
const MAX_CHARACTERS_PER_TOKEN = 64;

/** Builds a model's inputs: truncated to its limit without losing the special tokens, and padded. */
export class TokenInputs {
  readonly #transformers: Transformers;
  readonly #tokenizer: PreTrainedTokenizer;
  readonly #maxTokens: number;
  readonly #frame: Frame;

  constructor(transformers: Transformers, tokenizer: PreTrainedTokenizer, maxTokens: number) {
    this.#transformers = transformers;
    this.#tokenizer = tokenizer;
    this.#maxTokens = maxTokens;
    this.#frame = this.#measureFrame();
  }

  /** Returns the tokens of a text, truncated at the end if it is too long. */
  text(text: string): Tokens {
    const tokens = this.#encode(this.#truncate(text));
    const { start, end } = this.#frame;
    const capacity = this.#maxTokens - start - end;
    return without(tokens, start + capacity, tokens.ids.length - end);
  }

  /**
   * Returns the tokens of each passage with the query. If the input is too long, the end of the passage is truncated,
   * and also the part of the query beyond half the limit.
   */
  pairs(query: string, passages: readonly string[]): readonly Tokens[] {
    const { start, middle, end } = this.#frame;
    const cutQuery = this.#truncate(query);
    const queryTokens = this.#encode(cutQuery).ids.length - start - end;
    const capacity = Math.max(0, this.#maxTokens - start - middle - end);
    return passages.map((passage) => {
      // The tokenizer treats an empty second text as absent.
      const pair = this.#encode(cutQuery, passage === "" ? " " : this.#truncate(passage));
      const passageStart = start + queryTokens + middle;
      const passageTokens = Math.max(0, pair.ids.length - passageStart - end);
      const keptQuery = Math.min(queryTokens, Math.max(capacity - passageTokens, Math.floor(capacity / 2)));
      const shortened = without(pair, passageStart + capacity - keptQuery, passageStart + passageTokens);
      return without(shortened, start + keptQuery, start + queryTokens);
    });
  }

  /** Returns the tensors of a batch, padded on the right to its longest input. */
  tensors(batch: readonly Tokens[]) {
    const length = Math.max(...batch.map(({ ids }) => ids.length));
    const padding = this.#tokenizer.pad_token_id ?? 0;
    const fill = (valueAt: (tokens: Tokens, index: number) => number | undefined, otherwise: number): Tensor => {
      const values = new BigInt64Array(batch.length * length).fill(BigInt(otherwise));
      for (const [row, tokens] of batch.entries())
        for (let index = 0; index < tokens.ids.length; index++)
          values[row * length + index] = BigInt(valueAt(tokens, index) ?? otherwise);
      return new this.#transformers.Tensor("int64", values, [batch.length, length]);
    };
    return {
      input_ids: fill(({ ids }, place) => ids[place], padding),
      attention_mask: fill(() => 1, 0),
      ...(batch[0]?.types !== undefined && { token_type_ids: fill(({ types }, place) => types?.[place], 0) }),
    };
  }

  #truncate(text: string): string {
    return text.slice(0, this.#maxTokens * MAX_CHARACTERS_PER_TOKEN);
  }

  #encode(text: string, pair?: string): Tokens {
    const options = { padding: false, truncation: false, return_tensor: false, text_pair: pair ?? null } as const;
    const { input_ids: ids, token_type_ids: types } = this.#tokenizer(text, options) as unknown as {
      readonly input_ids: readonly number[];
      readonly token_type_ids?: readonly number[];
    };
    return types === undefined ? { ids } : { ids, types };
  }

  #measureFrame(): Frame {
    const { all_special_ids: special, unk_token_id: unknown } = this.#tokenizer;
    const isFrame = (id: number) => id !== unknown && special.includes(id);
    const single = this.#encode("a").ids;
    const first = single.findIndex((id) => !isFrame(id));
    const last = single.findLastIndex((id) => !isFrame(id));
    const letter = last - first + 1;
    const start = first;
    const end = single.length - 1 - last;
    return { start, end, middle: this.#encode("a", "a").ids.length - start - end - 2 * letter };
  }
}

/** Returns the tokens without the range from `from` to `to` (exclusive), or the same object if the range is empty. */
function without({ ids, types }: Tokens, from: number, to: number): Tokens {
  if (to <= from) return { ids, ...(types !== undefined && { types }) };
  return { ids: ids.toSpliced(from, to - from), ...(types && { types: types.toSpliced(from, to - from) }) };
}

/** Tokenizer and forward pass, in the order in which a batch goes through them. */
export interface ModelParts {
  readonly inputs: TokenInputs;
  readonly forward: (batch: ReturnType<TokenInputs["tensors"]>) => Promise<Record<string, unknown>>;
}
