import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { NewPluginError, type PluginName } from "./plugin-name.ts";

/** Location of a new plugin: in the repository it is a workspace, outside it is standalone. */
export interface PluginTarget {
  readonly folder: string;
  readonly isInside: boolean;
  /** Name of the package in that folder. */
  readonly packageName: string;
}

/**
 * Returns the location. `input` is relative to `from`; without it the plugin is created in the repository's plugin
 * folder.
 */
export const targetFor = (
  name: PluginName,
  repository: string,
  input: string | undefined,
  from: string,
): PluginTarget => {
  const plugins = join(repository, "plugins");
  const folder = input === undefined ? join(plugins, name.full) : resolve(from, input);
  checkFree(folder, input === undefined);
  const isInside = dirname(folder) === plugins;
  if (!isInside && isBelow(folder, repository)) {
    throw new NewPluginError(
      `${folder} is within the repository, which has its plugins in plugins/: leave out --folder, or choose a folder outside`,
    );
  }
  if (isInside && basename(folder) !== name.full)
    throw new NewPluginError(
      `a folder below plugins/ is called as its plugin: leave out --folder, or choose another one`,
    );
  return { folder, isInside, packageName: isInside ? `@quarry/${name.full}` : `quarry-${name.full}` };
};

const checkFree = (folder: string, isDefault: boolean): void => {
  if (!existsSync(folder)) return;
  if (statSync(folder).isDirectory() && readdirSync(folder).length === 0) return;
  const advice = isDefault ? "choose another name" : "choose another folder, or empty it";
  throw new NewPluginError(`${folder} is there already, and nothing in it is touched: ${advice}`);
};

/**
 * Whether a folder is below another, with symbolic links resolved: the packages that npm finds in parent folders depend
 * on the real location.
 */
const isBelow = (folder: string, parent: string): boolean =>
  `${realFolder(folder)}${sep}`.startsWith(`${realpathSync(parent)}${sep}`);

const realFolder = (folder: string): string =>
  existsSync(folder) ? realpathSync(folder) : join(realFolder(dirname(folder)), basename(folder));
