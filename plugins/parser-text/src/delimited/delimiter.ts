const CANDIDATES = [",", ";", "\t", "|"] as const;
/** Number of lines at the beginning that are sampled. */
const SAMPLE_LINES = 20;
const SAMPLE_CHARACTERS = 65_536;
/** Higher counts are capped: a wider table is not more likely to be one. */
const MAX_COUNT_SCORE = 50;

/** Line that specifies the delimiter for spreadsheet programs. It is not a record. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

export interface Delimiter {
  readonly delimiter: string;
  /** Offset of the first record. */
  readonly start: number;
}

/** Returns the delimiter that divides the first lines most evenly, else the file type's default. */
export function findDelimiter(sample: string, fileType: "csv" | "tsv"): Delimiter {
  const declared = SEPARATOR_LINE.exec(sample);
  if (declared !== null) return { delimiter: declared[1]!, start: declared[0].length };
  return { delimiter: fileType === "tsv" ? "\t" : detectDelimiter(sample), start: 0 };
}

function detectDelimiter(sample: string): string {
  const lines = withoutQuoted(sample.slice(0, SAMPLE_CHARACTERS).replaceAll("\r\n", "\n"))
    .split("\n", SAMPLE_LINES)
    .filter((line) => line.trim() !== "");
  let best: { delimiter: string; score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of CANDIDATES) {
    const [count, agreeing] = mostFrequent(lines.map((line) => line.split(delimiter).length - 1));
    if (count === 0) continue;
    const score = (agreeing / lines.length) * 100 + Math.min(count, MAX_COUNT_SCORE);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Returns the most frequent number above zero, and its frequency. */
function mostFrequent(numbers: readonly number[]): readonly [number: number, occurrences: number] {
  const occurrences = new Map<number, number>();
  for (const number of numbers) if (number > 0) occurrences.set(number, (occurrences.get(number) ?? 0) + 1);
  let best: readonly [number, number] = [0, 0];
  for (const entry of occurrences) if (entry[1] > best[1]) best = entry;
  return best;
}

const withoutQuoted = (sample: string): string => sample.replace(/"(?:[^"]|"")*"/g, "");
