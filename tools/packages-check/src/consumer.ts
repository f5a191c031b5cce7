import { existsSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tarball } from "./pack-packages.ts";
import { CommandError, runCommand } from "./run-command.ts";
import { startService } from "./service.ts";

/** Programs and a plugin as somebody outside writes them; they lie in the repository, and are copied out of it. */
const CONSUMER = join(import.meta.dirname, "..", "consumer");

/** What the consumer imports; npm finds what these need in turn only where it is named too. */
const INSTALLED: ReadonlySet<string> = new Set([
  "@quarry/api",
  "@quarry/client",
  "@quarry/domain",
  "@quarry/plugin",
  "@quarry/text",
]);

/** Packages that only those install who run the conformance suites. */
const TEST_RUNNERS = ["fast-check", "vitest"] as const;

const SECRET = "a-secret-of-the-consumer";

/**
 * Installs the packages in a folder outside the repository, compiles the consumer strictly against them, and runs it: the
 * conformance suite on its plugin, and its program against a service that has loaded the plugin from there.
 */
export const consumerProblems = async (
  repository: string,
  tarballs: readonly Tarball[],
  folder: string,
): Promise<readonly string[]> => {
  try {
    await cp(CONSUMER, folder, { recursive: true });
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(COMPILER));
    await install(folder, await manifestOf(repository, tarballs, []));
    const runners = TEST_RUNNERS.filter((name) => existsSync(join(folder, "node_modules", name)));
    if (runners.length > 0) return [`@quarry/plugin brings ${runners.join(" and ")} to those who only run plugins`];
    await install(folder, await manifestOf(repository, tarballs, ["@types/node", "typescript", ...TEST_RUNNERS]));
    const bin = join(folder, "node_modules", ".bin");
    await runCommand(join(bin, "tsc"), ["-p", "tsconfig.json"], folder);
    await runCommand(join(bin, "vitest"), ["run", "--dir", "test"], folder, clean());
    return await programProblems(repository, folder);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [`the consumer outside the repository: ${error.message}`];
  }
};

/** The consumer's package.json, with these of the tools that the repository has. */
const manifestOf = async (repository: string, tarballs: readonly Tarball[], tools: readonly string[]) => {
  const { devDependencies } = await readManifest(join(repository, "package.json"));
  const plugin = await readManifest(join(repository, "packages", "plugin", "package.json"));
  const packed = tarballs.filter(({ name }) => INSTALLED.has(name)).map(({ name, path }) => [name, `file:${path}`]);
  return {
    name: "consumer",
    private: true,
    type: "module",
    dependencies: { ...Object.fromEntries(packed), effect: plugin.dependencies?.["effect"] },
    devDependencies: Object.fromEntries(tools.map((name) => [name, devDependencies?.[name]])),
  };
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readManifest = async (path: string): Promise<Manifest> => JSON.parse(await readFile(path, "utf8")) as Manifest;

const install = async (folder: string, manifest: object): Promise<void> => {
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await runCommand("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"], folder);
};

/** Strict, and with the types of the packages themselves checked: what they import must be there. */
const COMPILER = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
    module: "nodenext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    rootDir: "src",
    outDir: "dist",
  },
  include: ["src"],
};

/** What the program has to print: the plugin's vectors found the text, and its refusal came through to the caller. */
const EXPECTED = [/^found 1: Herons stand in water\.$/m, /^DocumentFailedError: .*the key is refused/m];

const programProblems = async (repository: string, folder: string): Promise<readonly string[]> => {
  const configuration = {
    embedders: { consumer: { plugin: "./dist/plugin.js", settings: { acceptedKey: "the-key" } } },
    defaultEmbedder: "consumer",
  };
  const file = join(folder, "quarry.config.json");
  await writeFile(file, JSON.stringify(configuration));
  const service = await startService(repository, {
    SERVICE_CONFIG: file,
    SERVICE_DATA_DIR: join(folder, "data"),
    SERVICE_API_SECRET: SECRET,
  });
  try {
    const environment = { ...clean(), QUARRY_URL: service.address, QUARRY_API_KEY: SECRET };
    const printed = await runCommand(process.execPath, ["dist/program.js"], folder, environment);
    const missing = EXPECTED.filter((line) => !line.test(printed));
    return missing.map((line) => `the consumer's program printed no line as ${line}, but:\n${printed}${service.log()}`);
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(`${error.message}\n${service.log()}`);
    throw error;
  } finally {
    await service.stop();
  }
};

/** Nothing of the repository's own way to run: its conditions would find sources. */
const clean = (): NodeJS.ProcessEnv => ({ PATH: process.env["PATH"], HOME: process.env["HOME"], CI: "true" });
