import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { runCommand } from "./run-command.ts";
import type { WorkspacePackage } from "./workspace-packages.ts";

/** Web console, built with Vite. */
const CONSOLE = "apps/console";

/**
 * Compiles these packages and their dependencies into JavaScript and declarations below `destination`, at the same
 * paths as in the repository. Builds the console's pages in their own folder if the packages include it.
 */
export const build = async (
  repository: string,
  packages: readonly WorkspacePackage[],
  destination: string,
): Promise<void> => {
  const folders = packages.map(({ folder }) => folder).filter((folder) => relative(repository, folder) !== CONSOLE);
  await mkdir(destination, { recursive: true });
  const configuration = join(destination, "tsconfig.json");
  const compiler = {
    extends: join(repository, "tsconfig.base.json"),
    // Source maps contain the sources, which are not published separately.
    compilerOptions: {
      rootDir: repository,
      outDir: destination,
      inlineSources: true,
      typeRoots: [typesOf(repository)],
    },
    include: folders.map((folder) => join(folder, "src")),
    exclude: folders.map((folder) => join(folder, "**/*.test.ts")),
  };
  await writeFile(configuration, JSON.stringify(compiler));
  await runCommand(join(repository, "node_modules/.bin/tsc"), ["-p", configuration], repository);
  if (folders.length === packages.length) return;
  await runCommand(process.execPath, [join(CONSOLE, "build/build.ts"), "--if-stale"], repository);
};

const typesOf = (repository: string): string => join(repository, "node_modules/@types");
