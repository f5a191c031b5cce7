import { ensure } from "./contract-failure.ts";
import {
  bothInputTypes,
  embed,
  type EmbedderCheck,
  type EmbedderSubject,
  ensureSameVectors,
} from "./embedder-subject.ts";

/** Non-blank texts that have broken tokenizers, regular expressions and encoders. */
const ODD_TEXTS = [
  "a",
  "7",
  "!",
  "🙂",
  "👨‍👩‍👧‍👦 the family 🇩🇪",
  "مرحبا بالعالم، هذا نص عربي",
  "שלום עולם",
  "黑豹队的防守只丢了三百零八分",
  "สวัสดีชาวโลก",
  "Việt Nam thống nhất",
  "e\u0301\u0301\u0301\u0301 combining",
  "nul \u0000 bell \u0007 escape \u001b delete \u007f",
  "\u202eright to left override",
  "lone surrogate \ud83d here",
  "\ufeffbyte order mark",
  "<|endoftext|> <script>alert(1)</script> '; DROP TABLE chunks; --",
  "constructor __proto__ toString hasOwnProperty",
] as const;

/** Words of about one token each, so that the longest text stays within the model's limit, if it has one. */
const LONG_TEXT_WORDS = ["water", "stone", "river", "light"] as const;
/** Number of words; makes a text of about 100 kB. */
const LONG_TEXT_WORD_COUNT = 17_000;
/** Room for a model's own start and end tokens. */
const TOKEN_MARGIN = 16;

async function checkOddTexts(subject: EmbedderSubject): Promise<void> {
  for (const inputType of bothInputTypes) {
    for (const text of ODD_TEXTS) {
      // `embed` checks number, length and finiteness.
      await embed(subject, [text], { inputType }).catch((error: unknown) => {
        throw new Error(`${inputType} ${JSON.stringify(text)}: ${String(error)}`, { cause: error });
      });
    }
  }
}

async function checkLongText(subject: EmbedderSubject): Promise<void> {
  const most = Math.min(subject.model.maxInputTokens ?? Infinity, subject.capabilities.maxBatchTokens) - TOKEN_MARGIN;
  const count = Math.min(LONG_TEXT_WORD_COUNT, most);
  const words = Array.from({ length: count }, (_, index) => LONG_TEXT_WORDS[index % LONG_TEXT_WORDS.length]);
  for (const inputType of bothInputTypes) {
    await embed(subject, [words.join(" ")], { inputType });
    if (subject.model.maxInputTokens === undefined) await embed(subject, ["x".repeat(100_000)], { inputType });
  }
}

/** Most tokens of one text in a batch ("number 1234"); keeps the largest batch within `maxBatchTokens`. */
const BATCH_TEXT_TOKENS = 4;

async function checkLargestBatch(subject: EmbedderSubject): Promise<void> {
  const { maxBatchTexts, maxBatchTokens } = subject.capabilities;
  const count = Math.min(maxBatchTexts, Math.floor(maxBatchTokens / BATCH_TEXT_TOKENS));
  const texts = Array.from({ length: count }, (_, index) => `number ${index}`);
  const vectors = await embed(subject, texts);
  const last = await embed(subject, [texts.at(-1)!]);
  ensureSameVectors([vectors.at(-1)!], last, "the last text of the largest batch and alone");
}

async function checkCapabilities(subject: EmbedderSubject): Promise<void> {
  const { models, maxBatchTexts, maxBatchTokens, hybridAlpha } = subject.capabilities;
  ensure(models.length > 0, "capabilities.models is empty");
  ensure(new Set(models.map((model) => model.name)).size === models.length, "capabilities.models names a model twice");
  for (const { name, dimension, dimensionRange: range } of models) {
    ensure(Number.isInteger(dimension) && dimension >= 1, `model ${name}: the dimension ${dimension} is no size`);
    if (range === undefined) continue;
    const inOrder = range.minimum >= 1 && range.minimum <= dimension && dimension <= range.maximum;
    ensure(inOrder, `model ${name}: ${dimension} is not within ${range.minimum} to ${range.maximum}`);
  }
  ensure(Number.isInteger(maxBatchTexts) && maxBatchTexts >= 1, `maxBatchTexts is ${maxBatchTexts}`);
  ensure(Number.isInteger(maxBatchTokens) && maxBatchTokens >= 1, `maxBatchTokens is ${maxBatchTokens}`);
  ensure(hybridAlpha >= 0 && hybridAlpha <= 1, `hybridAlpha is ${hybridAlpha}, should be 0 to 1`);
}

export const embedderInputChecks: readonly EmbedderCheck[] = [
  { name: "declares capabilities that fit together", run: checkCapabilities },
  { name: "embeds odd texts: emoji, right-to-left, control characters, lone surrogates", run: checkOddTexts },
  { name: "embeds a text of 100 kB, or as long as the model takes", run: checkLongText },
  { name: "embeds the largest batch that it declares", run: checkLargestBatch },
];
