import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { makePlugin } from "./make-plugin.ts";
import { placeFor } from "./place.ts";
import { NewPluginError, parsePluginName } from "./plugin-name.ts";
import { vendorPackages } from "./vendor-packages.ts";

const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { folder: { type: "string" } } });
  } catch (error) {
    throw new NewPluginError((error as Error).message);
  }
};

const main = async (): Promise<void> => {
  const { values, positionals } = readArguments();
  if (positionals.length > 1) throw new NewPluginError(`one name at a time; got ${positionals.join(" ")}`);
  const name = parsePluginName(positionals[0]);
  const repository = resolve(import.meta.dirname, "../../..");
  // `npm run` starts in the repository; a relative folder is meant from where the user stands.
  const here = process.env["INIT_CWD"] ?? process.cwd();
  const place = placeFor(name, repository, values.folder, here);
  await makePlugin(name, place, repository);
  if (!place.isInside) await vendorPackages(place.folder, repository);
  const folder = relative(here, place.folder) || ".";
  console.log(`${place.packageName} is in ${folder}. Its README.md has the steps from here: ${folder}/README.md`);
};

await main().catch((error: unknown) => {
  if (!(error instanceof NewPluginError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
