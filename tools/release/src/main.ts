import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildRelease } from "./build-release.ts";
import { publishCommands } from "./publish-commands.ts";
import { Smoke } from "./smoke.ts";
import { isClean } from "./sources.ts";
import { projectVersion, setVersion, versionProblems } from "./version.ts";

const repository = resolve(import.meta.dirname, "../../..");

/**
 * Builds all packages and uses each in an empty environment. Publishes nothing: with `--dry-run` it stops there,
 * otherwise it prints the commands that publish.
 */
const release = async (out: string, isDryRun: boolean): Promise<void> => {
  const wrong = versionProblems(repository);
  if (wrong.length > 0)
    throw new Error(`${wrong.join("\n")}\nnpm run release -- --set-version <version> writes one everywhere`);
  if (!isDryRun && !(await isClean(repository)))
    throw new Error("the working tree differs from its commit: commit or stash, or build with --dry-run");
  const built = await buildRelease(repository, projectVersion(repository), out);
  console.log(`Quarry ${built.version} is in ${out}`);
  const scratch = await mkdtemp(join(tmpdir(), "quarry-release-"));
  try {
    const smoke = new Smoke(repository, built, scratch);
    await smoke.run();
    if (smoke.problems.length > 0) throw new Error(`not fit to be published:\n${smoke.problems.join("\n")}`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  if (isDryRun) return console.log("fit to be published; nothing was published");
  console.log(`fit to be published. Nothing was published: these commands do it, with credentials of yours.\n`);
  console.log(publishCommands(repository, built).join("\n"));
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      "dry-run": { type: "boolean", default: false },
      out: { type: "string", default: join(repository, "dist/release") },
      "set-version": { type: "string" },
    },
  });
  const version = values["set-version"];
  if (version === undefined) {
    // `npm run` starts in the repository; a relative folder refers to the user's current directory.
    return release(resolve(process.env["INIT_CWD"] ?? process.cwd(), values.out), values["dry-run"]);
  }
  const files = setVersion(repository, version);
  console.log(`${files.length} files say ${version}. Now: npm run generate && npm run reference`);
};

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
