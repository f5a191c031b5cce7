import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makePlugin, parsePluginName, targetFor, readGuide } from "@quarry/new-plugin";
import { runCommand, type Tarball } from "@quarry/packages-check";

/**
 * Creates a new plugin outside the repository by the steps of its README, with the tarballs, and tests and packs it
 * there.
 */
export const smokePlugin = async (repository: string, tarballs: readonly Tarball[], folder: string): Promise<void> => {
  const name = parsePluginName("embedder-smoke");
  await makePlugin(name, targetFor(name, repository, folder, repository), repository);
  for (const step of readGuide(await readFile(join(folder, "README.md"), "utf8"))) {
    if (step.kind !== "file") continue;
    await mkdir(dirname(join(folder, step.path)), { recursive: true });
    await writeFile(join(folder, step.path), step.text);
  }
  const vendor = join(folder, "vendor");
  await mkdir(vendor);
  for (const { path } of tarballs) await copyFile(path, join(vendor, basename(path)));
  await runCommand("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"], folder);
  await runCommand("npm", ["run", "types"], folder);
  await runCommand("npm", ["test"], folder);
  await runCommand("npm", ["pack"], folder);
};
