import { textDecoderOf } from "./text-stream-decoder.ts";

export interface EncodingCandidate {
  readonly encoding: string;
  /** Confidence from 0 to 1, comparable between the candidates of one text. */
  readonly confidence: number;
  /** Confidence for the whole text, without the weight of single words. */
  readonly textConfidence: number;
}

/**
 * Minimum share of the first candidate's confidence that another one needs; below it, a candidate would win by chance.
 */
const MIN_RIVAL_SHARE = 0.1;
/**
 * Minimum share that Western needs of the confidence in the Central European encoding: Central European texts stay
 * below 0.67, Spanish names reach 0.7.
 */
const MIN_WESTERN_SHARE = 0.7;

/**
 * Signs of a wrong encoding, which occur in no word of any language: between two letters a symbol, or an opening or
 * separating mark; a capital after a small letter, one of them non-ASCII; letters of two alphabets. A single match
 * means little, many mean that the encoding is wrong.
 */
const MOJIBAKE =
  /[\p{L}\p{M}](?:[^\p{L}\p{M}\p{N}\p{P}\s]|[–—‡†„…‰‹›¡¿«»])\p{L}|(?=.?[^\0-\x7f])\p{Ll}\p{Lu}(?!\p{Lu})|[a-z][\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}]|[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}][a-z]/gu;

/** Han characters, which count against Korean: modern Korean hardly uses them. */
const HAN = /\p{sc=Han}/gu;

/** Minimum number of ideographs for the test: a Chinese list of this many has some of the second level. */
const MIN_IDEOGRAPHS = 12;
const MAX_SECOND_LEVEL_SHARE = 0.05;
const FIRST_IDEOGRAPH = 0xb0;
/**
 * Lead byte after which the second level begins: its characters are rare in Japanese (JIS X 0208), but a quarter of
 * those in Chinese (GB 2312).
 */
const LAST_OF_FIRST_LEVEL = 0xcf;

/**
 * Returns the best of a detector's candidates, of which the first is its own choice. Detectors judge by letter pairs,
 * and a list of names has few of them: among candidates with similar confidence, the one with the fewest impossible
 * words wins.
 */
export async function likelyEncoding(
  candidates: readonly EncodingCandidate[],
  sample: Uint8Array,
): Promise<EncodingCandidate> {
  const first = candidates[0]!;
  let best = first;
  let fewest = await countMojibake(first, sample);
  for (const candidate of candidates.slice(1)) {
    if (fewest === 0 || candidate.confidence < first.confidence * MIN_RIVAL_SHARE) break;
    const mojibake = await countMojibake(candidate, sample);
    if (mojibake * 2 >= fewest) continue;
    best = candidate;
    fewest = mojibake;
  }
  if (best.encoding === "gb18030") return preferJapanese(best, candidates, sample);
  return isCentralEuropean(best) ? preferWestern(best, fewest, candidates, sample) : best;
}

/** Prefers Western over Central European if both fit, because words with few accents fit several alphabets. */
async function preferWestern(
  best: EncodingCandidate,
  mojibake: number,
  candidates: readonly EncodingCandidate[],
  sample: Uint8Array,
): Promise<EncodingCandidate> {
  const western = candidates.find(({ encoding }) => encoding === "windows-1252");
  if (western === undefined || western.confidence < best.confidence * MIN_WESTERN_SHARE) return best;
  return (await countMojibake(western, sample)) <= mojibake ? western : best;
}

const isCentralEuropean = ({ encoding }: EncodingCandidate): boolean =>
  encoding === "windows-1250" || encoding === "iso-8859-2";

async function countMojibake({ encoding }: EncodingCandidate, sample: Uint8Array): Promise<number> {
  const makeDecoder = await textDecoderOf(encoding);
  const text = makeDecoder?.().decode(sample) ?? "";
  return countOf(text, MOJIBAKE) + (encoding === "euc-kr" ? countOf(text, HAN) : 0);
}

const countOf = (text: string, expression: RegExp): number => text.match(expression)?.length ?? 0;

/**
 * Returns Japanese instead of Chinese if few ideographs are of the second level: Japanese without kana (a list of
 * names) uses the same byte ranges as Chinese.
 */
function preferJapanese(
  chinese: EncodingCandidate,
  candidates: readonly EncodingCandidate[],
  sample: Uint8Array,
): EncodingCandidate {
  const japanese = candidates.find(({ encoding }) => encoding === "euc-jp");
  if (japanese === undefined) return chinese;
  let ideographs = 0;
  let ofSecondLevel = 0;
  for (let at = 0; at < sample.length; at++) {
    const lead = sample[at]!;
    if (lead < 0x80) continue;
    at++;
    if (lead < FIRST_IDEOGRAPH) continue;
    ideographs++;
    if (lead > LAST_OF_FIRST_LEVEL) ofSecondLevel++;
  }
  const isJapanese = ideographs >= MIN_IDEOGRAPHS && ofSecondLevel <= ideographs * MAX_SECOND_LEVEL_SHARE;
  return isJapanese ? japanese : chinese;
}
