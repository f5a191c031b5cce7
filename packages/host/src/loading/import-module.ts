import { fileURLToPath } from "node:url";
import { dirname, extname } from "node:path";
import { describeThrown } from "../describe-thrown.ts";
import { LoadProblem } from "./load-problem.ts";
import { shareEffect } from "./share-effect.ts";

/** Imports a plugin's module. Throws a `LoadProblem`, also if the import exceeds the time limit. */
export const importModule = async (moduleUrl: string, limitSeconds: number): Promise<unknown> => {
  shareEffect();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(limitSeconds)), limitSeconds * 1000);
  });
  try {
    return await Promise.race([import(moduleUrl), timeout]);
  } catch (error) {
    throw error instanceof LoadProblem ? error : new LoadProblem(explainImportFailure(error, moduleUrl));
  } finally {
    clearTimeout(timer);
  }
};

const tooSlow = (seconds: number): LoadProblem =>
  new LoadProblem(
    `was not loaded after ${seconds} s: does its module wait for something (await at its top level)? pluginTimeouts.load sets the limit`,
  );

const TYPESCRIPT = /^\.[cm]?ts$/;

/** Explains why a plugin's `import` failed, in a phrase that follows its name. */
export const explainImportFailure = (error: unknown, moduleUrl: string): string => {
  const extension = extname(moduleUrl);
  const missing = /Cannot find (?:package|module) '([^'/.][^']*)'/.exec(describeThrown(error))?.[1];
  switch ((error as { readonly code?: unknown } | null | undefined)?.code) {
    case "ERR_UNKNOWN_FILE_EXTENSION":
      if (!TYPESCRIPT.test(extension)) break;
      return `is TypeScript, and this Node (${process.version}) does not strip types: compile it to JavaScript, or start Quarry with Node 24 or newer`;
    case "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING":
      return "ships TypeScript, which Node does not run from node_modules: the package has to ship JavaScript";
    case "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX":
      return `uses TypeScript that can't be run by leaving the types out: compile it to JavaScript (${describeThrown(error)})`;
    case "ERR_MODULE_NOT_FOUND":
    case "MODULE_NOT_FOUND":
      if (missing === undefined) break;
      return `needs the package "${missing}", which is not installed: run "npm install ${missing}" in ${dirname(fileURLToPath(moduleUrl))}`;
  }
  return `threw while it was loaded: ${describeThrown(error)}`;
};
