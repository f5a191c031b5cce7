import { cpSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PackageManifest, WorkspacePackage } from "./workspace-packages.ts";

/**
 * Files of packages from elsewhere that a package of ours is published with, in place of all that npm would install: `npm install
 * @quarry/server` takes 130 MB less. By the package that imports them, and their names; one without files is left out.
 */
const TRIMMED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "@quarry/text": {
    // 29 MB: vocabularies of other models, each in three forms.
    "gpt-tokenizer": ["esm/package.json", "esm/encodingParams/constants.js", "data/o200k_base.tiktoken"],
  },
  "@quarry/embedder-openai": {
    "gpt-tokenizer": ["esm/*.{js,json}", "esm/{encodingParams,model}/*.js", "esm/{encoding,bpeRanks}/cl100k_base.js"],
  },
  "@quarry/ocr": {
    "tesseract.js": ["src/**"],
    // 43 MB: builds that its worker script never asks for, and each build as one script.
    "tesseract.js-core": ["tesseract-core{,-simd,-relaxedsimd}-lstm.{js,wasm}"],
    // Needed only in browsers, and by those who install it by itself.
    "idb-keyval": [],
    "opencollective-postinstall": [],
  },
  "@quarry/server": {
    // npm would install its peer, TypeScript (32 MB), which types alone need.
    "@trpc/server": ["dist/**"],
    // 12 MB: other builds, and source maps.
    "swagger-ui-dist": ["swagger-ui.css", "swagger-ui-bundle.js"],
    // Counts installations.
    "@scarf/scarf": [],
  },
};

/** Files that a licence wants passed on, and the manifest. */
const ALWAYS = ["package.json", "{LICENSE,LICENCE,NOTICE}*", "*.LICENSE.txt"];

/** A package from elsewhere that travels within one of ours. */
export interface TrimmedPackage {
  /** Manifest as its authors published it, without dependencies that are trimmed, too. */
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

/** Writes it into a folder of `node_modules`; what it needs is named by the package that it travels in. */
export const stageTrimmed = ({ manifest, folder, files }: TrimmedPackage, destination: string): void => {
  for (const file of files) cpSync(join(folder, file), join(destination, file), { recursive: true });
  const retained = Object.entries(manifest).filter(([field]) => !/dependencies|scripts|bundle/i.test(field));
  writeFileSync(join(destination, "package.json"), JSON.stringify(Object.fromEntries(retained), null, 2));
};
