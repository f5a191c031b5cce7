import { readFileSync } from "node:fs";
import { findPackageJSON, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const SHARED = /^effect(?:\/|$)/;

let isShared = false;

/**
 * Lets plugins that bring a copy of effect of their own use the service's, from their next import on, in this thread.
 * Two copies are strangers to each other: a key that one has wrapped the other can't unwrap, and what one decodes as such
 * the other refuses. A copy of another major version stays as it is. Calling it again does nothing.
 */
export const shareEffect = (): void => {
  if (isShared) return;
  isShared = true;
  const own = packageOf(import.meta.url);
  if (own === undefined) return;
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!SHARED.test(specifier)) return next(specifier, context);
      const found = next(specifier, context);
      if (found.url.startsWith(own.folder) || context.parentURL?.startsWith("file:") !== true) return found;
      const theirs = packageOf(context.parentURL);
      return theirs?.major === own.major ? next(specifier, { ...context, parentURL: import.meta.url }) : found;
    },
  });
};

/** The effect that a module finds: where it lies, with links followed as Node does, and its major version. */
const packageOf = (moduleUrl: string) => {
  const path = findPackageJSON("effect", moduleUrl);
  if (path === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(path, "utf8")) as { readonly version: string };
  return { folder: new URL(".", pathToFileURL(path)).href, major: version.split(".")[0] };
};
