import type { FuzzLine } from "./fuzz-line.ts";

/** Files at the beginning that fill caches and start workers. */
const WARM_UP_SHARE = 0.2;
const WINDOW_SHARE = 0.1;
/** What the memory at the end may be more than after the warm-up. */
const GROWTH = { factor: 1.25, bytes: 100 * 1_048_576 };

/** What a run came to; `passed` when nothing crashed, hung, leaked or told what it should not. */
export const fuzzReport = (lines: readonly FuzzLine[]): { readonly text: string; readonly passed: boolean } => {
  const tried = lines.filter(({ status }) => status !== "skipped").toSorted((a, b) => a.index - b.index);
  const problems = tried.filter((line) => line.problems.length > 0);
  const memory = memoryOf(tried);
  const reasons = countBy(tried, ({ status, reason }) => (status === "failed" ? `failed: ${reason}` : status));
  const text = [
    `${tried.length} files tried; ${[...reasons].map(([name, count]) => `${name} ${count}`).join(", ")}`,
    `by type: ${[...countBy(tried, ({ fileType }) => fileType)].map(([type, count]) => `${type} ${count}`).join(", ")}`,
    `longest ${Math.max(0, ...tried.map(({ milliseconds }) => milliseconds)) / 1000} s`,
    `resident memory: after the warm-up ${memory.early} MB, at the end ${memory.late} MB, most ${memory.most} MB`,
    ...problems.map(
      ({ index, fileType, recipe, problems: found }) =>
        `PROBLEM ${index}.${fileType}: ${found.join("; ")}  [${recipe}]`,
    ),
    ...(memory.grows ? ["PROBLEM the memory grows from file to file"] : []),
  ].join("\n");
  return { text, passed: problems.length === 0 && !memory.grows };
};

const memoryOf = (lines: readonly FuzzLine[]) => {
  const resident = lines.map(({ residentBytes }) => residentBytes);
  const window = Math.max(1, Math.floor(resident.length * WINDOW_SHARE));
  const warm = Math.floor(resident.length * WARM_UP_SHARE);
  const early = middle(resident.slice(warm, warm + window));
  const late = middle(resident.slice(-window));
  const grows = late > early * GROWTH.factor && late > early + GROWTH.bytes;
  return { early: megabytes(early), late: megabytes(late), most: megabytes(Math.max(0, ...resident)), grows };
};

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const countBy = (lines: readonly FuzzLine[], key: (line: FuzzLine) => string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(key(line), (counts.get(key(line)) ?? 0) + 1);
  return new Map([...counts].toSorted((a, b) => b[1] - a[1]));
};
