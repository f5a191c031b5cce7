import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { runCommand } from "@quarry/packages-check";
import type { ForeignPackage } from "./release-packages.ts";

const PROGRAMS = join(import.meta.dirname, "..", "smoke");

/** Returns the wheel and the source distribution of a package. */
export const distributionsOf = ({ name }: ForeignPackage, version: string, folder: string): readonly string[] =>
  ["-py3-none-any.whl", ".tar.gz"].map((end) => join(folder, `${name.replaceAll("-", "_")}-${version}${end}`));

/**
 * Installs a file into an empty virtual environment, and imports all its modules. Our own dependencies come from the
 * file's folder, and never from an index, where another party may have taken the name. Returns the environment's
 * Python.
 */
export const installPython = async (
  entry: ForeignPackage,
  version: string,
  file: string,
  environment: string,
): Promise<string> => {
  await runCommand("python3", ["-m", "venv", environment], PROGRAMS);
  const python = join(environment, "bin/python");
  const pip = ["-m", "pip", "--quiet", "--disable-pip-version-check"];
  const constraints = join(environment, "ours.txt");
  const ours = globSync(join(file, "..", "*.whl")).map((wheel) => [basename(wheel).split("-")[0]!, wheel] as const);
  const others = ours.filter(([name]) => name !== entry.name.replaceAll("-", "_"));
  await writeFile(constraints, others.map(([name, wheel]) => `${name} @ ${pathToFileURL(wheel)}\n`).join(""));
  await runCommand(python, [...pip, "install", "--constraint", constraints, file], environment);
  await runCommand(python, [...pip, "check"], environment);
  await runCommand(python, [join(PROGRAMS, "imports.py"), entry.name, version], environment);
  return python;
};
