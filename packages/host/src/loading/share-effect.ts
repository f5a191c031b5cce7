import { readFileSync } from "node:fs";
import { findPackageJSON, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const SHARED = /^effect(?:\/|$)/;

let isShared = false;

/**
 * Makes plugins that bring their own copy of effect use the service's copy, from their next import on, in this thread.
 * Two copies are incompatible: one can't unwrap a key that the other has wrapped, and refuses values that the other has
 * decoded. A copy of another major version stays unchanged. Further calls do nothing.
 */
export const shareEffect = (): void => {
  if (isShared) return;
  isShared = true;
  const servicePackage = packageOf(import.meta.url);
  if (servicePackage === undefined) return;
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!SHARED.test(specifier)) return next(specifier, context);
      const found = next(specifier, context);
      if (found.url.startsWith(servicePackage.folder) || context.parentURL?.startsWith("file:") !== true) return found;
      const pluginPackage = packageOf(context.parentURL);
      return pluginPackage?.major === servicePackage.major
        ? next(specifier, { ...context, parentURL: import.meta.url })
        : found;
    },
  });
};

/**
 * Returns the effect package that a module resolves: its folder, with symbolic links followed as in Node, and its major
 * version.
 */
const packageOf = (moduleUrl: string) => {
  const path = findPackageJSON("effect", moduleUrl);
  if (path === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(path, "utf8")) as { readonly version: string };
  return { folder: new URL(".", pathToFileURL(path)).href, major: version.split(".")[0] };
};
