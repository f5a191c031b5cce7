import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench, BenchContext } from "./bench.ts";
import { type Figure, keepsGoal } from "./figure.ts";
import { formatFigure } from "./format-figure.ts";

/** Runs benches one after the other and prints their figures; gives how many goals were missed. */
export const runBenches = async (
  benches: readonly Bench[],
  { scale, rows }: Pick<BenchContext, "scale" | "rows">,
): Promise<number> => {
  const processors = cpus();
  console.log(`node ${process.version}, ${process.platform} ${process.arch}, ${processors.length} processors`);
  if (scale !== 1) console.log(`scale ${scale}: a quick look; goals are not judged`);
  let missed = 0;
  for (const bench of benches) {
    console.log(`\n${bench.name}: ${bench.summary}`);
    for (const figure of await runOne(bench, { scale, ...(rows !== undefined && { rows }) })) {
      const isJudged = scale === 1;
      console.log(formatFigure(bench.name, figure, isJudged));
      if (isJudged && keepsGoal(figure) === false) missed += 1;
    }
  }
  return missed;
};

const runOne = async (bench: Bench, size: Pick<BenchContext, "scale" | "rows">): Promise<readonly Figure[]> => {
  const directory = await mkdtemp(join(tmpdir(), `quarry-bench-${bench.name}-`));
  try {
    return await bench.run({ directory, ...size, note: (text) => console.log(`  ${text}`) });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
