import { readFile } from "node:fs/promises";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { filterProblems } from "@arethetypeswrong/core/problems";
import type { Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Tarball } from "./pack-packages.ts";

/** Returns the problems of a package for those who install it, in sentences; empty when there are none. */
export const shapeProblems = async ({ name, path }: Tarball): Promise<readonly string[]> => {
  const bytes = await readFile(path);
  const problems = [...(await publishingProblems(bytes)), ...(await typingProblems(bytes))];
  return problems.map((problem) => `${name}: ${problem}`);
};

const publishingProblems = async (bytes: Buffer): Promise<readonly string[]> => {
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true, level: "warning" });
  return messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`);
};

/**
 * Module resolutions of Node and of bundlers: the packages are ES modules, which an old `require` and TypeScript's
 * "node10" don't find.
 */
const RESOLUTIONS = ["node16-esm", "bundler"] as const;

const typingProblems = async (bytes: Buffer): Promise<readonly string[]> => {
  const result = await checkPackage(createPackageFromTarballData(bytes));
  if (result.types === false) return ["attw: has no types"];
  const found = new Set<Problem>();
  for (const resolutionKind of RESOLUTIONS)
    for (const problem of filterProblems(result, { resolutionKind })) found.add(problem);
  return [...found].map((problem) => `attw: ${JSON.stringify(problem)}`);
};
