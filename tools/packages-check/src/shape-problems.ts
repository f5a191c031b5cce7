import { readFile } from "node:fs/promises";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { filterProblems } from "@arethetypeswrong/core/problems";
import type { Package, Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Tarball } from "./pack-packages.ts";

/** Returns the problems of a package for its users, in sentences; empty if there are none. */
export const shapeProblems = async ({ name, path }: Tarball): Promise<readonly string[]> => {
  const bytes = await readFile(path);
  const packed = createPackageFromTarballData(bytes);
  const problems = [...(await publishingProblems(bytes)), ...(await typingProblems(packed)), ...mapProblems(packed)];
  return problems.map((problem) => `${name}: ${problem}`);
};

const publishingProblems = async (bytes: Buffer): Promise<readonly string[]> => {
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true, level: "warning" });
  return messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`);
};

/**
 * Module resolutions of Node and of bundlers: the packages are ES modules, which an old `require` and TypeScript's
 * "node10" can't resolve.
 */
const RESOLUTIONS = ["node16-esm", "bundler"] as const;

const typingProblems = async (packed: Package): Promise<readonly string[]> => {
  const result = await checkPackage(packed);
  if (result.types === false) return ["attw: has no types"];
  const found = new Set<Problem>();
  for (const resolutionKind of RESOLUTIONS)
    for (const problem of filterProblems(result, { resolutionKind })) found.add(problem);
  return [...found].map((problem) => `attw: ${JSON.stringify(problem)}`);
};

/** Repository-relative path of a source: with machine-specific paths no two builds would have the same bytes. */
const IN_REPOSITORY = /^(?:\.\.\/)+(?:packages|plugins|apps|integrations)\//;

const mapProblems = (packed: Package): readonly string[] =>
  packed
    .listFiles()
    .filter((file) => file.startsWith(`/node_modules/${packed.packageName}/dist/`) && file.endsWith(".map"))
    .flatMap((file) => {
      const { sources } = JSON.parse(packed.readFile(file)) as { readonly sources: readonly string[] };
      const wrong = sources.filter((source) => !IN_REPOSITORY.test(source));
      return wrong.map((source) => `source maps: ${file} names ${source}, a place on the machine that built it`);
    });
