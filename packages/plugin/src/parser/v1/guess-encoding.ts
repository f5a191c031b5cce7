import { type EncodingCandidate, likelyEncoding } from "./likely-encoding.ts";
import { nonAsciiWords } from "./non-ascii-words.ts";
import { hasOnlyWesternSigns, westernVariant } from "./western-text.ts";

/**
 * Encodings of text files, by the detector's names, with their common names. Excluded are mainframe encodings, and
 * encodings that differ from a frequent one only in very rare letters (ISO-8859-16, Mac Latin 2): if included, they
 * take more files from the frequent one than they have of their own.
 */
const ENCODINGS: Readonly<Record<string, string>> = {
  cp932: "shift_jis",
  euc_jis_2004: "euc-jp",
  gb18030: "gb18030",
  big5hkscs: "big5",
  cp949: "euc-kr",
  cp874: "windows-874",
  cp1250: "windows-1250",
  cp1251: "windows-1251",
  cp1252: "windows-1252",
  cp1253: "windows-1253",
  cp1254: "windows-1254",
  cp1255: "windows-1255",
  cp1256: "windows-1256",
  cp1257: "windows-1257",
  "koi8-r": "koi8-r",
  "koi8-u": "koi8-u",
  "iso8859-2": "iso-8859-2",
  "iso8859-5": "iso-8859-5",
  "iso8859-6": "iso-8859-6",
  "iso8859-7": "iso-8859-7",
  "iso8859-8": "iso-8859-8",
  "mac-roman": "macintosh",
  "mac-cyrillic": "x-mac-cyrillic",
  "mac-greek": "macgreek",
  cp437: "cp437",
  cp737: "cp737",
  cp775: "cp775",
  cp850: "cp850",
  cp852: "cp852",
  cp855: "cp855",
  cp862: "cp862",
  cp866: "ibm866",
  cp869: "cp869",
};

/**
 * Confidence above which a guess is reported as sure. Prose reaches it; lists of names do not, although nearly all of
 * them are decoded correctly as well.
 */
const MIN_SURE_CONFIDENCE = 0.2;

/**
 * Minimum bytes for a sure guess: two words of an alphabet, or ten ideographs. Fewer non-ASCII bytes and their context
 * fit several encodings.
 */
const MIN_SURE_BYTES = 20;
const WESTERN = "windows-1252";

/** Confidence for an encoding that the detector does not report; below that of all reported ones. */
const DEFAULT_CONFIDENCE = 0.001;

export interface EncodingGuess {
  readonly encoding: string;
  /** Whether the evidence is strong enough that no warning about a guess is needed. */
  readonly isSure: boolean;
}

/** Guesses the encoding of text that is not Unicode, by character frequency; undefined if none matches. */
export async function guessEncoding(sample: Buffer): Promise<EncodingGuess | undefined> {
  // The detector recognises languages by their letters and learns nothing from symbols.
  if (hasOnlyWesternSigns(sample)) return { encoding: WESTERN, isSure: false };
  // The detector's tables take 75 ms to load, and most files are Unicode.
  const { chardet } = await import("jschardet");
  const detect = (bytes: Uint8Array): Map<string, number> => {
    const found = chardet.detectAll(bytes, {
      includeEncodings: Object.keys(ENCODINGS),
      compatNames: false,
      ignoreThreshold: true,
    });
    return new Map(found.map(({ encoding, confidence }) => [encoding ?? "", confidence]));
  };
  const words = nonAsciiWords(sample);
  const candidates = rankCandidates(detect(sample), detect(words));
  if (candidates[0] === undefined) return undefined;
  const likely = await likelyEncoding(candidates, sample);
  const encoding = likely.encoding === WESTERN ? westernVariant(sample) : likely.encoding;
  return { encoding, isSure: likely.textConfidence >= MIN_SURE_CONFIDENCE && words.length >= MIN_SURE_BYTES };
}

/**
 * Ranks encodings by the confidence for the whole text and for its words with non-ASCII bytes, the most likely first.
 * The words have more weight: around a few foreign names, English text suggests a Western European encoding. In prose,
 * the words alone would be too little evidence.
 */
function rankCandidates(
  ofText: ReadonlyMap<string, number>,
  ofWords: ReadonlyMap<string, number>,
): EncodingCandidate[] {
  return [...ofText]
    .flatMap(([name, confidence]) => {
      const encoding = ENCODINGS[name];
      const inWords = ofWords.get(name) ?? DEFAULT_CONFIDENCE;
      return encoding === undefined
        ? []
        : [{ encoding, confidence: Math.cbrt(confidence * inWords ** 2), textConfidence: confidence }];
    })
    .sort((one, other) => other.confidence - one.confidence);
}
