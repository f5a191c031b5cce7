import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PluginTarget } from "./plugin-location.ts";
import type { PluginName } from "./plugin-name.ts";

/** Contract of plugins, and the test suites for them. */
export const CONTRACT_PACKAGES = ["@quarry/plugin", "@quarry/plugin-testkit"] as const;

/** Folder of an external plugin with these packages, as long as no registry has them. */
export const VENDOR_FOLDER = "vendor";

/**
 * Returns package.json and the compiler's settings: those of the repository's own plugins, or those of a standalone
 * package.
 */
export const manifestFiles = (
  name: PluginName,
  target: PluginTarget,
  repository: string,
): Readonly<Record<string, unknown>> =>
  target.isInside ? insideFiles(target, repository) : outsideFiles(name, target, repository);

const insideFiles = ({ packageName }: PluginTarget, repository: string) => {
  const version = versionOf(repository, "packages/plugin");
  return {
    "package.json": {
      ...commonFields(packageName, version),
      exports: "./src/index.ts",
      dependencies: { "@quarry/plugin": version },
      devDependencies: { "@quarry/plugin-testkit": version },
    },
  };
};

const outsideFiles = (name: PluginName, { packageName }: PluginTarget, repository: string) => {
  const version = versionOf(repository, "packages/plugin");
  const { dependencies, devDependencies } = readJson(repository, "package.json") as PackageJson;
  // Includes Node: tests and sources need a newer version than the machine may have.
  const tools: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies };
  const { compilerOptions } = readJson(repository, "tsconfig.base.json") as { readonly compilerOptions: object };
  const vendored = (contract: (typeof CONTRACT_PACKAGES)[number]) => ({
    [contract]: `file:${VENDOR_FOLDER}/${contract.replace("@", "").replace("/", "-")}-${version}.tgz`,
  });
  return {
    "package.json": {
      ...commonFields(packageName, "0.1.0"),
      description: `The ${name.kind} plugin "${name.kebab}" for Quarry`,
      exports: { ".": BUILT },
      files: ["dist"],
      scripts: {
        build: "tsc -p tsconfig.build.json",
        types: "tsc -p tsconfig.json",
        test: "vitest run",
        prepack: "npm run build",
      },
      dependencies: vendored("@quarry/plugin"),
      devDependencies: {
        ...vendored("@quarry/plugin-testkit"),
        ...Object.fromEntries(
          ["@types/node", "fast-check", "node", "typescript", "vitest"].map((tool) => [tool, tools[tool]]),
        ),
      },
      // Its install script downloads the program.
      allowScripts: { node: true },
    },
    "tsconfig.json": { compilerOptions: { ...compilerOptions, noEmit: true }, include: ["src", "test"] },
    "tsconfig.build.json": {
      extends: "./tsconfig.json",
      compilerOptions: { noEmit: false, rootDir: "src", outDir: "dist" },
      include: ["src"],
    },
  };
};

const BUILT = { types: "./dist/index.d.ts", default: "./dist/index.js" };

const commonFields = (name: string, version: string) => ({
  name,
  version,
  license: "Apache-2.0",
  type: "module",
  sideEffects: false,
});

interface PackageJson {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readJson = (repository: string, path: string): unknown =>
  JSON.parse(readFileSync(join(repository, path), "utf8"));

const versionOf = (repository: string, folder: string): string =>
  (readJson(repository, `${folder}/package.json`) as PackageJson).version ?? "0.0.0";
