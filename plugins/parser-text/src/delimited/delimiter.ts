const CANDIDATES = [",", ";", "\t", "|"] as const;
/** Lines of the beginning that vote. */
const SAMPLE_LINES = 20;

/** The delimiter that divides the first lines most evenly; the file type's own when none does. */
export function detectDelimiter(sample: string, fileType: "csv" | "tsv"): string {
  if (fileType === "tsv") return "\t";
  const lines = withoutQuoted(sample)
    .split("\n", SAMPLE_LINES)
    .filter((line) => line.trim() !== "");
  let best: { delimiter: string; score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of CANDIDATES) {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const first = counts[0] ?? 0;
    if (first === 0) continue;
    const agreeing = counts.filter((count) => count === first).length;
    const score = (agreeing / lines.length) * 100 + Math.min(first, 50);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

const withoutQuoted = (sample: string): string => sample.replace(/"(?:[^"]|"")*"/g, "");
