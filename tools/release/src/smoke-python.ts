import { join } from "node:path";
import { runCommand } from "@quarry/packages-check";
import type { ForeignPackage } from "./release-packages.ts";

const PROGRAMS = join(import.meta.dirname, "..", "smoke");

/** The wheel and the source distribution of a package. */
export const distributionsOf = ({ name }: ForeignPackage, version: string, folder: string): readonly string[] =>
  ["-py3-none-any.whl", ".tar.gz"].map((end) => join(folder, `${name.replaceAll("-", "_")}-${version}${end}`));

/**
 * Installs a file into an empty virtual environment, other packages of ours from the folder that it lies in, and imports all
 * that it has. Gives the environment's Python.
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
  await runCommand(python, [...pip, "install", "--find-links", join(file, ".."), file], environment);
  await runCommand(python, [...pip, "check"], environment);
  await runCommand(python, [join(PROGRAMS, "imports.py"), entry.name, version], environment);
  return python;
};
