import { existsSync } from "node:fs";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compileProgram, programsOf, type ReadmeService, withService } from "./client-alone.ts";
import type { Tarball } from "./pack-packages.ts";
import { runCommand } from "./run-command.ts";

/** Adapters for frameworks, and their peer dependencies. */
const ADAPTERS: Readonly<Record<string, readonly string[]>> = {
  "@quarry/ai-sdk": ["@ai-sdk/provider", "ai", "zod"],
  "@quarry/langchain": ["@langchain/core"],
};

export const isAdapter = ({ name }: Tarball): boolean => name in ADAPTERS;

/**
 * Unpacks the adapters into `modules`, with links to the repository's own frameworks: npm would download 70 MB for
 * them.
 */
export const unpackAdapters = async (
  repository: string,
  tarballs: readonly Tarball[],
  modules: string,
): Promise<void> => {
  for (const { name, path } of tarballs.filter(isAdapter)) {
    await mkdir(join(modules, name), { recursive: true });
    await runCommand("tar", ["-xzf", path, "--strip-components=1", "-C", join(modules, name)], modules);
    for (const peer of ADAPTERS[name]!) {
      if (existsSync(join(modules, peer))) continue;
      await mkdir(dirname(join(modules, peer)), { recursive: true });
      await symlink(join(repository, "node_modules", peer), join(modules, peer));
    }
  }
};

/** Compiles and runs the program of each adapter's README in a folder next to `modules`. Returns their output. */
export const runAdapters = async (repository: string, modules: string, service: ReadmeService): Promise<string> => {
  const printed: string[] = [];
  for (const name of Object.keys(ADAPTERS)) {
    const folder = join(modules, "..", `program-of-${name.replaceAll("/", "-")}`);
    const [program] = programsOf(await readFile(join(modules, name, "README.md"), "utf8"));
    // The AI SDK's own types are incompatible with exactOptionalPropertyTypes.
    await compileProgram(repository, folder, withService(program!, service), ["node"], true);
    printed.push(await runCommand(process.execPath, ["program.js"], folder));
  }
  return printed.join("\n");
};
