// Builds the console's pages. With --if-stale, only if a source is newer than the last build. `npm start` and the tests
// run this first: a fresh checkout has a console without another command.
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const root = dirname(import.meta.dirname);
const built = join(root, "dist", "index.html");
const assets = join(root, "dist", "assets");

/** Files and folders that the build reads. */
const SOURCES = [
  ...["src", "public", "build", "index.html", "vite.config.ts", "package.json"],
  "../../packages/api/src/query-options.ts",
];

const newest = (path: string): number => {
  if (!existsSync(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
};

const isStale = (): boolean =>
  !existsSync(built) || Math.max(...SOURCES.map((source) => newest(join(root, source)))) > statSync(built).mtimeMs;

if (!process.argv.includes("--if-stale") || isStale()) {
  try {
    const { build } = await import("vite");
    // Set in every environment, including tests: React's development build is larger and slower.
    process.env["NODE_ENV"] = "production";
    // Builds next to the existing files, whose names differ: a service that reads during the build finds a complete
    // console.
    const made = await build({ root, logLevel: "warn", build: { emptyOutDir: false } });
    const files = new Set(
      [made]
        .flat()
        .flatMap((part) => ("output" in part ? part.output : []))
        .map((file) => file.fileName),
    );
    for (const name of readdirSync(assets))
      if (!files.has(`assets/${name}`)) rmSync(join(assets, name), { force: true });
    console.log("built the console");
  } catch (error) {
    console.error(`The console could not be built; everything else works without it.\n${String(error)}`);
    if (!process.argv.includes("--if-stale")) process.exitCode = 1;
  }
}
