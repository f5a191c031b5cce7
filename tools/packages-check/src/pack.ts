import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { packPackages } from "./pack-packages.ts";
import { publishedPackages, readWorkspace, withDependencies } from "./workspace-packages.ts";

const USAGE = "npm run packages:pack -- <folder> [package …]";

/** Packs packages in their published form, with their dependencies, into a folder. */
const main = async (): Promise<void> => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder, ...names] = positionals;
  if (folder === undefined) throw new Error(`a folder for the packages is missing: ${USAGE}`);
  const repository = resolve(import.meta.dirname, "../../..");
  const workspace = readWorkspace(repository);
  const published = publishedPackages(workspace);
  const known = published.map(({ manifest }) => manifest.name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no such package: ${unknown.join(", ")}; it may be ${known.join(", ")}`);
  const needed = withDependencies(workspace, names.length === 0 ? known : names);
  // `npm run` starts in the repository; a relative folder refers to the user's current directory.
  const destination = resolve(process.env["INIT_CWD"] ?? process.cwd(), folder);
  const packages = needed.filter((entry) => published.includes(entry));
  for (const { path } of await packPackages(repository, workspace, packages, destination)) console.log(path);
};

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
