import { cpSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PackageManifest, WorkspacePackage } from "./workspace-packages.ts";

/**
 * Files of third-party packages that are bundled with our packages, instead of everything that npm would install. This
 * saves 130 MB of an installation of `@quarry/server`. By the importing package and their names; a package without
 * files is omitted.
 */
const TRIMMED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "@quarry/text": {
    // 29 MB: vocabularies of other models, each in three formats.
    "gpt-tokenizer": ["esm/package.json", "esm/encodingParams/constants.js", "data/o200k_base.tiktoken"],
  },
  "@quarry/embedder-openai": {
    "gpt-tokenizer": ["esm/*.{js,json}", "esm/{encodingParams,model}/*.js", "esm/{encoding,bpeRanks}/cl100k_base.js"],
  },
  "@quarry/ocr": {
    "tesseract.js": ["src/**"],
    // 43 MB: builds that its worker script never loads, and each build as one script.
    "tesseract.js-core": ["tesseract-core{,-simd,-relaxedsimd}-lstm.{js,wasm}"],
    // Used only in browsers, and by those who install it separately.
    "idb-keyval": [],
    "opencollective-postinstall": [],
  },
  "@quarry/server": {
    // npm would install its peer dependency TypeScript (32 MB), which only types need.
    "@trpc/server": ["dist/**"],
    // 12 MB: other builds, and source maps.
    "swagger-ui-dist": ["swagger-ui.css", "swagger-ui-bundle.js"],
    // Counts installations only.
    "@scarf/scarf": [],
  },
};

/** Files that licences require to be distributed, and the manifest. */
const ALWAYS = ["package.json", "{LICENSE,LICENCE,NOTICE}*", "*.LICENSE.txt"];

/** A third-party package bundled with one of ours. */
export interface TrimmedPackage {
  /** Manifest as published by its authors, without dependencies that are trimmed too. */
  readonly manifest: PackageManifest;
  readonly folder: string;
  readonly files: readonly string[];
}

export const trimmedPackages = ({ manifest, folder }: WorkspacePackage): readonly TrimmedPackage[] => {
  const trimmed = TRIMMED[manifest.name] ?? {};
  return Object.entries(trimmed).flatMap(([name, patterns]) => {
    if (patterns.length === 0) return [];
    const path = findPackageJSON(name, pathToFileURL(join(folder, "package.json")));
    if (path === undefined) throw new Error(`${name}, which ${manifest.name} is published with, is not installed`);
    const own = JSON.parse(readFileSync(path, "utf8")) as PackageManifest;
    const dependencies = Object.entries(own.dependencies ?? {}).filter(([dependency]) => !(dependency in trimmed));
    const unmatched = patterns.filter((pattern) => globSync(pattern, { cwd: dirname(path) }).length === 0);
    if (unmatched.length > 0) throw new Error(`${name} has no files ${unmatched.join(", ")} any more`);
    return {
      manifest: { ...own, dependencies: Object.fromEntries(dependencies) },
      folder: dirname(path),
      files: globSync([...ALWAYS, ...patterns], { cwd: dirname(path) }),
    };
  });
};

/** Writes the package into a folder of `node_modules`. Its dependencies are declared by the package that bundles it. */
export const stageTrimmed = ({ manifest, folder, files }: TrimmedPackage, destination: string): void => {
  for (const file of files) cpSync(join(folder, file), join(destination, file), { recursive: true });
  const retained = Object.entries(manifest).filter(([field]) => !/dependencies|scripts|bundle/i.test(field));
  writeFileSync(join(destination, "package.json"), JSON.stringify(Object.fromEntries(retained), null, 2));
};
