import { cpSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** Copies the sources of a package, with the project's licence where it has none of its own; gives their paths in it. */
export const stageSources = async (
  repository: string,
  folder: string,
  destination: string,
): Promise<readonly string[]> => {
  const files = (await sourceFiles(repository, folder)).map((file) => file.slice(folder.length + 1));
  for (const file of files) copyFile(join(repository, folder, file), join(destination, file));
  if (files.includes("LICENSE")) return files;
  copyFile(join(repository, "LICENSE"), join(destination, "LICENSE"));
  return [...files, "LICENSE"].toSorted();
};

const copyFile = (source: string, destination: string): void => {
  mkdirSync(dirname(destination), { recursive: true });
  cpSync(source, destination);
};
