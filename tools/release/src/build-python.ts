import { existsSync, globSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "@quarry/packages-check";
import { pythonEnvironment } from "@quarry/services/kit";
import type { ForeignPackage } from "./release-packages.ts";
import { packageSources } from "./sources.ts";

/** Pinned versions of the build tools of the packages, and of the generator of the contract's classes. */
const REQUIREMENTS = fileURLToPath(new URL("../requirements.txt", import.meta.url));

/** Generates code that is not committed: `generate.py <folder of the .proto files>`. */
const GENERATOR = "generate.py";

/**
 * Builds the source distribution of a package into `destination`, and from that its wheel, which proves that the source
 * distribution is complete. They use the time in SOURCE_DATE_EPOCH, and have the same bytes each time.
 */
export const buildPython = async (
  repository: string,
  { folder }: ForeignPackage,
  destination: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> => {
  const scratch = await mkdtemp(join(tmpdir(), "quarry-python-"));
  const python = join(await pythonEnvironment("release", REQUIREMENTS), "bin/python");
  const build = async (target: string, from: string, into: string): Promise<string> => {
    await runCommand(python, ["-m", "hatchling", "build", "-t", target, "-d", into], from, environment);
    return globSync(join(into, target === "sdist" ? "*.tar.gz" : "*.whl"))[0]!;
  };
  try {
    const staged = join(scratch, "staged");
    for (const [path, source] of await packageSources(repository, folder)) await cp(source, join(staged, path));
    if (existsSync(join(staged, GENERATOR)))
      await runCommand(python, [GENERATOR, join(repository, "proto")], staged, environment);
    const sdist = await build("sdist", staged, join(scratch, "built"));
    await runCommand("tar", ["-xzf", sdist, "-C", scratch], scratch);
    const [unpacked] = globSync(join(scratch, "*/PKG-INFO"));
    const wheel = await build("wheel", join(unpacked!, ".."), join(scratch, "built"));
    await mkdir(destination, { recursive: true });
    await runCommand("cp", [sdist, wheel, destination], scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};
