import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Location of a plugin's code: everything below a folder (ends with a separator), or one file. */
interface PluginLocation {
  readonly path: string;
  readonly plugin: string;
}

/** Locations by the URL of the plugin's module. Several plugins can share one folder. */
const locations = new Map<string, readonly PluginLocation[]>();

const ownFile = fileURLToPath(import.meta.url);

/** Records which plugin's code was loaded from a module's location. */
export const rememberLocation = (moduleUrl: string, plugin: string): void => {
  const file = fileURLToPath(moduleUrl);
  const folder = packageFolder(moduleUrl);
  locations.set(moduleUrl, [{ path: file, plugin }, ...(folder === undefined ? [] : [{ path: folder, plugin }])]);
};

/**
 * Returns the folder of the package that the module belongs to. Returns undefined for a file next to the config file
 * that belongs to no package, and if the folder contains the service itself.
 */
const packageFolder = (moduleUrl: string): string | undefined => {
  const manifest = findPackageJSON(".", moduleUrl);
  if (manifest === undefined) return undefined;
  const folder = `${dirname(manifest)}${sep}`;
  return ownFile.startsWith(folder) ? undefined : folder;
};

/** Returns the version of the package that the module belongs to, if known. */
export const packageVersion = (moduleUrl: string): string | undefined => {
  const folder = packageFolder(moduleUrl);
  if (folder === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { readonly version?: unknown };
  return typeof version === "string" ? version : undefined;
};

/** Returns the plugins with the innermost code on a stack. There are several if they share the code. */
export const pluginsOnStack = (stack: string): readonly string[] => {
  for (const line of stack.split("\n")) {
    const plugins = pluginsOnLine(line);
    if (plugins.length > 0) return plugins;
  }
  return [];
};

/** Returns the plugins on a line of the stack, by the deepest folder: one plugin can be in the folder of another. */
const pluginsOnLine = (line: string): readonly string[] => {
  if (!/^\s+at /.test(line)) return [];
  const text = decode(line);
  const found = [...locations.values()].flat().filter(({ path }) => text.includes(path));
  const deepest = Math.max(...found.map(({ path }) => path.length));
  return found.filter(({ path }) => path.length === deepest).map(({ plugin }) => plugin);
};

/** Decodes a line of the stack: modules appear there as URLs, with %20 for a space. */
const decode = (line: string): string => {
  try {
    return decodeURIComponent(line);
  } catch {
    return line;
  }
};
