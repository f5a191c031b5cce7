// Modes: sets of files for the parsers, with their expected results. The exit code of every mode reports success.
const MODES = {
  hostile: async () => (await import("./hostile/run.ts")).runHostile,
  fuzz: async () => (await import("./fuzz/run.ts")).runFuzz,
  growth: async () => (await import("./growth/run.ts")).runGrowth,
  scans: async () => (await import("./scans/run.ts")).runScans,
  table: async () => (await import("./table/run.ts")).runTable,
};

const [mode, ...words] = process.argv.slice(2);
const run = await MODES[mode as keyof typeof MODES]();
process.exitCode = (await run(words)) ? 0 : 1;
