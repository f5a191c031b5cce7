import { textDecoderOf } from "./text-stream-decoder.ts";

export interface EncodingCandidate {
  readonly encoding: string;
  /** 0 to 1, comparable between the candidates of one text. */
  readonly confidence: number;
  /** The part of it that does not look at single words. */
  readonly ofWholeText: number;
}

/** A candidate with less of the first one's confidence is not asked: it would win by chance. */
const MIN_RIVAL_SHARE = 0.1;
/** Of the confidence in the alphabet of Central Europe: its own texts stay below 0.67, Spanish names reach 0.7. */
const MIN_WESTERN_SHARE = 0.7;

/**
 * Signs of a wrong encoding, which stand in no word of any language: a symbol, or a mark that opens or divides, between
 * two letters; a capital behind a small letter, one of them beyond ASCII; letters of two alphabets. One such place says
 * little, many of them that the letters are others.
 */
const TORN =
  /[\p{L}\p{M}](?:[^\p{L}\p{M}\p{N}\p{P}\s]|[–—‡†„…‰‹›¡¿«»])\p{L}|(?=.?[^\0-\x7f])\p{Ll}\p{Lu}(?!\p{Lu})|[a-z][\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}]|[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}][a-z]/gu;

/** Korean is hardly written with Chinese characters any more. */
const HAN = /\p{sc=Han}/gu;

/** A list of so many characters has some of the second level if it is Chinese. */
const MIN_IDEOGRAPHS = 12;
const MAX_SECOND_LEVEL_SHARE = 0.05;
const FIRST_IDEOGRAPH = 0xb0;
/** Behind it stand the characters that Japanese has rarely (JIS X 0208), and Chinese one time in four (GB 2312). */
const LAST_OF_FIRST_LEVEL = 0xcf;

/**
 * The best of a detector's candidates, the first being its own choice. Detectors judge by pairs of letters, of which a
 * list of names has few: what they give nearly alike is decided by what can stand in a word.
 */
export async function likelyEncoding(
  candidates: readonly EncodingCandidate[],
  sample: Uint8Array,
): Promise<EncodingCandidate> {
  const first = candidates[0]!;
  let best = first;
  let least = await tornWords(first, sample);
  for (const candidate of candidates.slice(1)) {
    if (least === 0 || candidate.confidence < first.confidence * MIN_RIVAL_SHARE) break;
    const torn = await tornWords(candidate, sample);
    if (torn * 2 >= least) continue;
    best = candidate;
    least = torn;
  }
  if (best.encoding === "gb18030") return orJapanese(best, candidates, sample);
  return isCentralEuropean(best) ? orWestern(best, least, candidates, sample) : best;
}

/** Words with few accents fit several alphabets. */
async function orWestern(
  best: EncodingCandidate,
  torn: number,
  candidates: readonly EncodingCandidate[],
  sample: Uint8Array,
): Promise<EncodingCandidate> {
  const western = candidates.find(({ encoding }) => encoding === "windows-1252");
  if (western === undefined || western.confidence < best.confidence * MIN_WESTERN_SHARE) return best;
  return (await tornWords(western, sample)) <= torn ? western : best;
}

const isCentralEuropean = ({ encoding }: EncodingCandidate): boolean =>
  encoding === "windows-1250" || encoding === "iso-8859-2";

async function tornWords({ encoding }: EncodingCandidate, sample: Uint8Array): Promise<number> {
  const makeDecoder = await textDecoderOf(encoding);
  const text = makeDecoder?.().decode(sample) ?? "";
  return countOf(text, TORN) + (encoding === "euc-kr" ? countOf(text, HAN) : 0);
}

const countOf = (text: string, expression: RegExp): number => text.match(expression)?.length ?? 0;

/** Japanese without kana (a list of names) is made of the same bytes as Chinese. */
function orJapanese(
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
