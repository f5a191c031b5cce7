// Keeps between processes which file an import of a package is, as Node keeps what it compiled. A start of the service
// resolves 5,000 imports: 2.15 s of CPU are 1.5 with this. Loaded before the program by tools/with-node.mjs.
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

const ROOT = new URL("../", import.meta.url).href;
const PACKAGES = `${ROOT}node_modules/`;
const SOURCES = ["apps", "packages", "plugins", "tools"].map((folder) => `${ROOT}${folder}/`);
const FOLDER = new URL(".cache/quarry-imports/", PACKAGES);

/** Another installation has another file: npm writes its list of packages at each. */
const cacheFile = () => {
  try {
    return fileURLToPath(new URL(`${statSync(new URL(".package-lock.json", PACKAGES)).mtimeMs}.json`, FOLDER));
  } catch {
    return undefined;
  }
};

/**
 * The file of each import and its format, by conditions (require() has others than import) and importing file. Paths are from
 * the root.
 */
const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
};

const install = (file) => {
  const kept = read(file);
  const workspaces = new Map();
  let isChanged = false;

  const packageFile = (specifier, context, next) => {
    const imports = ((kept[context.conditions.join()] ??= {})[context.parentURL.slice(ROOT.length)] ??= {});
    if (imports[specifier] !== undefined) {
      const [path, format] = imports[specifier];
      return { url: ROOT + path, format, shortCircuit: true };
    }
    const found = next(specifier, context);
    if (found.url.startsWith(PACKAGES) && typeof found.format === "string") {
      imports[specifier] = [found.url.slice(ROOT.length), found.format];
      isChanged = true;
    }
    return found;
  };

  const resolve = (specifier, context, next) => {
    const parent = context.parentURL ?? "";
    const isPath = specifier.startsWith(".");
    if (/^(?:\w+:|\/)/.test(specifier)) return next(specifier, context);
    if (parent.startsWith(PACKAGES)) return packageFile(specifier, context, next);
    if (!SOURCES.some((folder) => parent.startsWith(folder)) || parent.includes("/node_modules/")) {
      return next(specifier, context);
    }
    if (isPath && specifier.endsWith(".ts")) {
      return { url: new URL(specifier, parent).href, format: "module-typescript", shortCircuit: true };
    }
    if (isPath) return next(specifier, context);
    if (!specifier.startsWith("@quarry/")) return packageFile(specifier, context, next);
    // One of the repository's own, the same for all of its files; what it exports may change any time.
    const known = workspaces.get(specifier);
    if (known !== undefined) return known;
    const found = next(specifier, context);
    workspaces.set(specifier, { ...found, shortCircuit: true });
    return found;
  };

  registerHooks({ resolve });
  process.on("exit", () => {
    if (!isChanged) return;
    try {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(kept));
      renameSync(`${file}.${process.pid}`, file);
    } catch {
      // Where the folder can't be written, nothing is kept.
    }
  });
};

// A thread imports little, and would read the file again.
const file = isMainThread ? cacheFile() : undefined;
if (file !== undefined) install(file);
