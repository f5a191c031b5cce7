import { copyFile, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tarball } from "./pack-packages.ts";
import { runCommand } from "./run-command.ts";

const CLIENT = "@quarry/client";
/** Packages published with the client. */
const PACKAGES: ReadonlySet<string> = new Set([CLIENT, "@quarry/api"]);

/** URL and key of the service in the programs of the client's README. */
const README_SERVICE = "http://127.0.0.1:8080";
const README_KEY = "a-key";

const RUN_IN_WORKER = 'new (require("node:worker_threads").Worker)("./browsers/program.js")';

export interface ClientAloneOptions {
  readonly repository: string;
  readonly tarballs: readonly Tarball[];
  /** Empty folder without a `node_modules` above it. */
  readonly folder: string;
  /** A PDF file for the program that uploads one. */
  readonly pdf: string;
  readonly service: ReadmeService;
}

/** Service that replaces the URL and key in a README. */
export interface ReadmeService {
  readonly address: string;
  readonly secret: string;
}

/**
 * Installs the client's tarball in an empty folder, and runs the programs of its README. The first program, which
 * supports every runtime, is compiled without the types of Node and run in a worker. Returns their output.
 */
export const runClientAlone = async (options: ClientAloneOptions): Promise<string> => {
  const { repository, tarballs, folder, pdf, service } = options;
  await mkdir(folder);
  const files = tarballs.filter(({ name }) => PACKAGES.has(name)).map(({ name, path }) => [name, `file:${path}`]);
  const manifest = { private: true, type: "module", dependencies: Object.fromEntries(files) as object };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"];
  await runCommand("npm", ["install", ...flags], folder);
  const [forBrowsers, forNode] = programsOf(await readFile(join(folder, "node_modules", CLIENT, "README.md"), "utf8"));
  await compileProgram(repository, join(folder, "browsers"), withService(forBrowsers!, service), []);
  await mkdir(join(folder, "node_modules/@types"), { recursive: true });
  await symlink(join(repository, "node_modules/@types/node"), join(folder, "node_modules/@types/node"));
  await compileProgram(repository, join(folder, "node"), withService(forNode!, service), ["node"]);
  await copyFile(pdf, join(folder, "handbook.pdf"));
  const inWorker = await runCommand(process.execPath, ["--eval", RUN_IN_WORKER], folder);
  return inWorker + (await runCommand(process.execPath, ["node/program.js"], folder));
};

/** Returns the programs in a README. */
export const programsOf = (readme: string): readonly string[] =>
  [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1]!);

export const withService = (program: string, { address, secret }: ReadmeService): string =>
  program.replaceAll(README_SERVICE, address).replaceAll(README_KEY, secret);

/** Compiles a program in strict mode, and checks the packages' own types unless `skipLibCheck`. */
export const compileProgram = async (
  repository: string,
  folder: string,
  program: string,
  types: readonly string[],
  skipLibCheck = false,
): Promise<void> => {
  await mkdir(folder);
  await writeFile(join(folder, "program.ts"), program);
  const lib = ["es2024", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"];
  const compilerOptions = {
    target: "es2024",
    lib,
    module: "nodenext",
    types,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck,
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  await runCommand(join(repository, "node_modules/.bin/tsc"), ["-p", "tsconfig.json"], folder);
};
