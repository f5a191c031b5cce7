import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { makePlugin } from "./make-plugin.ts";
import { CONTRACT_PACKAGES, VENDOR_FOLDER } from "./manifests.ts";
import { targetFor } from "./plugin-location.ts";
import { NewPluginError, parsePluginName } from "./plugin-name.ts";

const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { folder: { type: "string" } } });
  } catch (error) {
    throw new NewPluginError((error as Error).message);
  }
};

/**
 * Builds and packs the packages that an external plugin depends on into its folder, with the program that packs for
 * publishing.
 */
const vendorPackages = async (folder: string, repository: string): Promise<void> => {
  const program = join(repository, "tools", "packages-check", "src", "pack.ts");
  const words = [...process.execArgv, program, join(folder, VENDOR_FOLDER), ...CONTRACT_PACKAGES];
  const child = spawn(process.execPath, words, { cwd: repository, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new NewPluginError("the packages that plugins are written against could not be packed");
};

const main = async (): Promise<void> => {
  const { values, positionals } = readArguments();
  if (positionals.length > 1) throw new NewPluginError(`one name at a time; got ${positionals.join(" ")}`);
  const name = parsePluginName(positionals[0]);
  const repository = resolve(import.meta.dirname, "../../..");
  // `npm run` starts in the repository; a relative folder refers to the user's current directory.
  const here = process.env["INIT_CWD"] ?? process.cwd();
  const target = targetFor(name, repository, values.folder, here);
  await makePlugin(name, target, repository);
  if (!target.isInside) await vendorPackages(target.folder, repository);
  const folder = relative(here, target.folder) || ".";
  console.log(`${target.packageName} is in ${folder}. Its README.md has the steps from here: ${folder}/README.md`);
};

await main().catch((error: unknown) => {
  if (!(error instanceof NewPluginError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
