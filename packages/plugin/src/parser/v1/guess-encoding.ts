import { type EncodingCandidate, likelyEncoding } from "./likely-encoding.ts";
import { oddWords } from "./odd-words.ts";
import { hasOnlyWesternSigns, westernVariant } from "./western-text.ts";

/**
 * Encodings that text files have, by the detector's names, and what they are called elsewhere. Left out are those of
 * mainframes, and such as differ from a frequent one in letters that hardly anybody writes (ISO-8859-16, Mac Latin 2):
 * offered as well, they take more files from the frequent one than they have of their own.
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

/** Prose reaches it; lists of names do not, although nearly all of them are read right as well. */
const MIN_SURE_CONFIDENCE = 0.2;

/** Two words of an alphabet, or ten ideographs; fewer bytes beyond ASCII, and what stands about them, fit several. */
const MIN_SURE_BYTES = 20;
const WESTERN = "windows-1252";

/** Confidence in what the detector does not name, which is below all that it names. */
const UNSEEN = 0.001;

export interface EncodingGuess {
  readonly encoding: string;
  /** Whether so much speaks for it that nobody needs to be told that it is a guess. */
  readonly isSure: boolean;
}

/** The encoding of text that is not Unicode, by the frequency of its characters; undefined for what fits none. */
export async function guessEncoding(sample: Buffer): Promise<EncodingGuess | undefined> {
  // Signs say nothing to the detector, which knows languages by their letters.
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
  const words = oddWords(sample);
  const candidates = weighed(detect(sample), detect(words));
  if (candidates[0] === undefined) return undefined;
  const likely = await likelyEncoding(candidates, sample);
  const encoding = likely.encoding === WESTERN ? westernVariant(sample) : likely.encoding;
  return { encoding, isSure: likely.ofWholeText >= MIN_SURE_CONFIDENCE && words.length >= MIN_SURE_BYTES };
}

/**
 * Ranks encodings by the whole text and by its words beyond ASCII, the most likely first. The words count for more:
 * around a few foreign names, English speaks for the West of Europe. Alone they would say too little of prose.
 */
function weighed(ofText: ReadonlyMap<string, number>, ofWords: ReadonlyMap<string, number>): EncodingCandidate[] {
  return [...ofText]
    .flatMap(([name, confidence]) => {
      const encoding = ENCODINGS[name];
      const inWords = ofWords.get(name) ?? UNSEEN;
      return encoding === undefined
        ? []
        : [{ encoding, confidence: Math.cbrt(confidence * inWords ** 2), ofWholeText: confidence }];
    })
    .sort((one, other) => other.confidence - one.confidence);
}
