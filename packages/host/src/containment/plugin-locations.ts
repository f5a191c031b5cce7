import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Code that is a plugin's: all below a folder (ends with a separator), or one file. */
interface PluginLocation {
  readonly path: string;
  readonly plugin: string;
}

/** Config entries by the URL of the plugin's module; several plugins may lie in one folder. */
const locations = new Map<string, readonly PluginLocation[]>();

const ownFile = fileURLToPath(import.meta.url);

/** Remembers whose code lies where a module was loaded from. */
export const rememberLocation = (moduleUrl: string, plugin: string): void => {
  const file = fileURLToPath(moduleUrl);
  const folder = packageFolder(moduleUrl);
  locations.set(moduleUrl, [{ path: file, plugin }, ...(folder === undefined ? [] : [{ path: folder, plugin }])]);
};

/**
 * The folder of the package that the module belongs to. None for a file beside the config file that is no package's, nor
 * where the service itself lies in the folder.
 */
const packageFolder = (moduleUrl: string): string | undefined => {
  const manifest = findPackageJSON(".", moduleUrl);
  if (manifest === undefined) return undefined;
  const folder = `${dirname(manifest)}${sep}`;
  return ownFile.startsWith(folder) ? undefined : folder;
};

/** The version of the package that the module belongs to, if it is known. */
export const packageVersion = (moduleUrl: string): string | undefined => {
  const folder = packageFolder(moduleUrl);
  if (folder === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { readonly version?: unknown };
  return typeof version === "string" ? version : undefined;
};

/** Plugins with the innermost code on a stack: several where they share it. */
export const pluginsOnStack = (stack: string): readonly string[] => {
  for (const line of stack.split("\n")) {
    const plugins = pluginsOnLine(line);
    if (plugins.length > 0) return plugins;
  }
  return [];
};

/** Plugins on a line of the stack, by the deepest folder: one plugin may lie in the folder of another. */
const pluginsOnLine = (line: string): readonly string[] => {
  if (!/^\s+at /.test(line)) return [];
  const text = decode(line);
  const found = [...locations.values()].flat().filter(({ path }) => text.includes(path));
  const deepest = Math.max(...found.map(({ path }) => path.length));
  return found.filter(({ path }) => path.length === deepest).map(({ plugin }) => plugin);
};

/** Modules stand as addresses on a stack: a space is %20 there. */
const decode = (line: string): string => {
  try {
    return decodeURIComponent(line);
  } catch {
    return line;
  }
};
