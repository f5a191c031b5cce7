import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { runCommand } from "@quarry/packages-check";

/** Whether the working tree is identical to its commit. */
export const isClean = async (repository: string): Promise<boolean> =>
  (await runCommand("git", ["status", "--porcelain"], repository)) === "";

/** Returns committed files and new ones that git does not ignore, below `folder`; excludes generated ones. */
export const sourceFiles = async (repository: string, folder = "."): Promise<readonly string[]> => {
  const words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", folder];
  const listed = (await runCommand("git", words, repository)).split("\0");
  return listed.filter((file) => file !== "" && existsSync(join(repository, file))).toSorted();
};

/** Returns the sources of a package by their paths in it, and the project's licence if it has none of its own. */
export const packageSources = async (repository: string, folder: string): Promise<ReadonlyMap<string, string>> => {
  const own = await sourceFiles(repository, folder);
  const entries = own.map((file) => [relative(folder, file), join(repository, file)] as const);
  return new Map([["LICENSE", join(repository, "LICENSE")], ...entries]);
};
