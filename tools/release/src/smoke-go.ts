import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@quarry/packages-check";
import type { ForeignPackage } from "./release-packages.ts";

/** File that the READMEs upload. */
const HANDBOOK = "apps/server/demo/library/quarry-handbook.pdf";

/** Matches a passage with its score and page. */
const ANSWER = /^\d\S* \d+ \S/m;

/** Matches the first program of a module's README. */
const PROGRAM = /^```go\n(package main\n[^]*?)^```/m;

/**
 * Downloads a module into an empty one as from a proxy, and runs the program of its README there. Third-party modules
 * come from Go's download cache, or else from the network.
 */
export const smokeGo = async (
  repository: string,
  entry: ForeignPackage,
  version: string,
  proxy: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> => {
  const readme = await readFile(join(repository, entry.folder, "README.md"), "utf8");
  const program = PROGRAM.exec(readme)?.[1];
  if (program === undefined) throw new Error(`${entry.folder}/README.md has no program in Go`);
  await mkdir(folder);
  await writeFile(join(folder, "main.go"), program);
  await copyFile(join(repository, HANDBOOK), join(folder, "handbook.pdf"));
  const [cache, usual] = (await runCommand("go", ["env", "GOMODCACHE", "GOPROXY"], folder)).trim().split("\n");
  const go = (...words: readonly string[]): Promise<string> =>
    runCommand("go", words, folder, {
      ...environment,
      GOPROXY: [`file://${proxy}`, `file://${cache}/cache/download`, usual].join(","),
      // Unpublished modules are separated from others, and are not in the public checksum database.
      GOMODCACHE: join(folder, "modules"),
      GOCACHE: join(folder, "compiled"),
      GOSUMDB: "off",
      GOFLAGS: "-mod=mod -modcacherw",
      GOTOOLCHAIN: "local",
    });
  await go("mod", "init", "example.com/empty");
  await go("get", `${entry.name}@v${version}`);
  await go("build", "-o", "program", ".");
  const printed = await runCommand(join(folder, "program"), [], folder, environment);
  if (!ANSWER.test(printed))
    throw new Error(`the program of ${entry.folder}/README.md printed no passage, but:\n${printed}`);
};
