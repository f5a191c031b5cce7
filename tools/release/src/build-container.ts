import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, matchesGlob } from "node:path";
import { runCommand } from "@quarry/packages-check";
import { sourceFiles } from "./sources.ts";

/** Writes the context of `docker build` as a tar file for its input: the sources that .dockerignore doesn't exclude. */
export const buildContainerContext = async (
  repository: string,
  file: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> => {
  const isIgnored = ignoring(await readFile(join(repository, ".dockerignore"), "utf8"));
  const files = (await sourceFiles(repository)).filter((path) => !isIgnored(path));
  await mkdir(dirname(file), { recursive: true });
  const list = `${file}.list`;
  await writeFile(list, files.join("\n"));
  const owner = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go=rX"];
  const fixed = ["--format=ustar", `--mtime=@${environment["SOURCE_DATE_EPOCH"]}`, ...owner];
  const pipe = 'tar -cf - "$@" | gzip -n9 > "$0"';
  const words = ["-euo", "pipefail", "-c", pipe, file, ...fixed, "--verbatim-files-from", "-T", list];
  await runCommand("bash", words, repository);
  await rm(list);
};

/** Returns a predicate for ignored paths: the last pattern that matches a path, or a folder above it, decides. */
export const ignoring = (dockerignore: string): ((path: string) => boolean) => {
  const patterns = dockerignore
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ keeps: line.startsWith("!"), pattern: line.replace(/^!?\/?/, "").replace(/\/$/, "") }));
  return (path) => {
    const folders = path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
    const deciding = patterns.findLast(({ pattern }) =>
      folders.some((folder) => matchesGlob(undotted(folder), undotted(pattern))),
    );
    return deciding?.keeps === false;
  };
};

/**
 * Replaces dots: .dockerignore treats hidden files like others, while Node's globs match them only with patterns that
 * begin with a dot.
 */
const undotted = (path: string): string => path.replaceAll(".", "\u2024");
