import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { CONTRACT_PACKAGES, VENDOR_FOLDER } from "./manifests.ts";
import { NewPluginError } from "./plugin-name.ts";

/** Builds and packs what a plugin outside is written against into its folder, by the program that packs for publishing. */
export const vendorPackages = async (folder: string, repository: string): Promise<void> => {
  const program = join(repository, "tools", "packages-check", "src", "pack.ts");
  const words = [...process.execArgv, program, join(folder, VENDOR_FOLDER), ...CONTRACT_PACKAGES];
  const child = spawn(process.execPath, words, { cwd: repository, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new NewPluginError("the packages that plugins are written against could not be packed");
};
