import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { runCommand } from "@quarry/packages-check";

/** Returns whether the working tree is as its commit. */
export const isClean = async (repository: string): Promise<boolean> =>
  (await runCommand("git", ["status", "--porcelain"], repository)) === "";

/** Files of the commit and new ones that git does not ignore, below `folder`; what a checkout has made besides is left out. */
export const sourceFiles = async (repository: string, folder = "."): Promise<readonly string[]> => {
  const words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", folder];
  const listed = (await runCommand("git", words, repository)).split("\0");
  return listed.filter((file) => file !== "" && existsSync(join(repository, file))).toSorted();
};

/** Sources of a package, by their paths in it, and the project's licence where it has none of its own. */
export const packageSources = async (repository: string, folder: string): Promise<ReadonlyMap<string, string>> => {
  const own = await sourceFiles(repository, folder);
  const entries = own.map((file) => [relative(folder, file), join(repository, file)] as const);
  return new Map([["LICENSE", join(repository, "LICENSE")], ...entries]);
};
