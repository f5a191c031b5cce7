import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { apiProblems } from "./api-reports.ts";
import { installConsumer } from "./consumer.ts";
import { weightProblems } from "./install-weight.ts";
import { packPackages } from "./pack-packages.ts";
import { shapeProblems } from "./shape-problems.ts";
import { publishedPackages, readWorkspace } from "./workspace-packages.ts";

/**
 * Checks the published packages from a user's perspective: the shape of each package, the API of the public ones
 * against the committed reports, the weight of the service, and that the service, its programs and a plugin run without
 * the repository.
 */
const main = async (): Promise<readonly string[]> => {
  const { values } = parseArgs({ options: { update: { type: "boolean", default: false } } });
  const repository = resolve(import.meta.dirname, "../../..");
  const scratch = await mkdtemp(join(tmpdir(), "quarry-packages-"));
  try {
    const workspace = readWorkspace(repository);
    const packages = publishedPackages(workspace);
    const tarballs = await step(`build and pack ${packages.length} packages`, () =>
      packPackages(repository, workspace, packages, join(scratch, "tarballs")),
    );
    const shapes = await step("publint, attw", () => Promise.all(tarballs.map(shapeProblems)));
    const consumer = await step("install", () => installConsumer(repository, tarballs, join(scratch, "consumer")));
    const reports = join(scratch, "reports");
    const apis = await step("API reports", () => apiProblems(consumer.modules, repository, reports, values.update));
    const used = await step("compile and run", () => consumer.problems());
    return [...shapes.flat(), ...weightProblems(consumer.modules), ...apis, ...used];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

const step = async <Value>(name: string, task: () => Promise<Value>): Promise<Value> => {
  const start = performance.now();
  const value = await task();
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return value;
};

const problems = await main();
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "packages: fit to be published" : `packages: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
