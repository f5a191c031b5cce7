import { existsSync, globSync } from "node:fs";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fixturePerType } from "@quarry/parse-check/fixtures";
import { isAdapter, runAdapters, unpackAdapters } from "./adapters.ts";
import { runClientAlone } from "./client-alone.ts";
import type { Tarball } from "./pack-packages.ts";
import { CommandError, runCommand } from "./run-command.ts";
import { startService } from "./service.ts";

/** Programs and a plugin by an external author; they are stored in the repository, and copied out of it. */
const CONSUMER = join(import.meta.dirname, "..", "consumer");

/** Packages with which the consumer compiles and tests; taken from the repository. */
const TEST_RUNNERS = ["fast-check", "vitest"] as const;
const TOOLS = [...TEST_RUNNERS, "@types/node", "typescript"] as const;

const SECRET = "a-secret-of-the-consumer";

/** A folder outside the repository in which all published packages are installed. */
export interface Consumer {
  /** Path of its `node_modules`. */
  readonly modules: string;
  /**
   * Compiles the consumer strictly against the packages, and runs it: the conformance suite on its plugin, and its
   * programs against the installed service, which has loaded the plugin from there.
   */
  readonly problems: () => Promise<readonly string[]>;
}

export const installConsumer = async (
  repository: string,
  tarballs: readonly Tarball[],
  folder: string,
): Promise<Consumer> => {
  await cp(CONSUMER, folder, { recursive: true });
  const modules = join(folder, "node_modules");
  const manifest = {
    name: "consumer",
    private: true,
    type: "module",
    dependencies: {
      ...Object.fromEntries(
        tarballs.filter((tarball) => !isAdapter(tarball)).map(({ name, path }) => [name, `file:${path}`]),
      ),
      effect: await effectVersion(repository),
    },
  };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  await runCommand("npm", ["install", ...flags], folder);
  const brought = TEST_RUNNERS.filter((name) => existsSync(join(modules, name)));
  for (const name of TOOLS) {
    if (existsSync(join(modules, name))) continue;
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(repository, "node_modules", name), join(modules, name));
  }
  await unpackAdapters(repository, tarballs, modules);
  return {
    modules,
    problems: async () => {
      try {
        const tools = brought.map((name) => `${name} is installed with the packages by those who only run them`);
        return [...tools, ...(await consumerProblems(repository, folder, tarballs))];
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        return [`the consumer outside the repository: ${error.message}`];
      }
    },
  };
};

/** Returns the contract's version of effect, which a plugin must use. */
const effectVersion = async (repository: string): Promise<string | undefined> => {
  const text = await readFile(join(repository, "packages", "plugin", "package.json"), "utf8");
  return (JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> }).dependencies["effect"];
};

/** Strict mode including the packages' own types: their imports must be resolvable. */
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

/** Expected output of the programs. */
const EXPECTED = [
  // The plugin's vectors found the text, and its error reached the caller.
  /^found 1: Herons stand in water\.$/m,
  /^DocumentFailedError: .*the key is refused/m,
  /^every file was found$/m,
  /^a long query: .*query/m,
  /^the console answers with its pages$/m,
  /^over HTTP, a model may use .*search/m,
  /^over stdio, a model may use .*search/m,
  /^letters\b/m,
  // The client alone, in the programs of its README: in a worker, and in Node.
  /^ +"text": "Herons stand still in shallow water\."/m,
  /^ready: \d+ chunks$/m,
  // The adapters, in the programs of their READMEs.
  /^LangChain found: Herons stand still in shallow water\.$/m,
  /^LangChain cites: storks\.txt$/m,
  /^The AI SDK embedded: 1024 numbers$/m,
];

const consumerProblems = async (
  repository: string,
  folder: string,
  tarballs: readonly Tarball[],
): Promise<readonly string[]> => {
  const bin = join(repository, "node_modules", ".bin");
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(COMPILER));
  await runCommand(join(bin, "tsc"), ["-p", "tsconfig.json"], folder);
  await runCommand(join(bin, "vitest"), ["run", "--dir", "test"], folder, clean());
  await writeFiles(join(folder, "files"));
  const configuration = {
    embedders: { consumer: { plugin: "./dist/plugin.js", settings: { acceptedKey: "the-key" } } },
  };
  const file = join(folder, "quarry.config.json");
  await writeFile(file, JSON.stringify(configuration));
  await using service = await startService([join(folder, "node_modules/.bin/quarry-server")], folder, {
    ...clean(),
    SERVICE_CONFIG: file,
    SERVICE_DATA_DIR: join(folder, "data"),
    SERVICE_API_SECRET: SECRET,
  });
  try {
    const environment = { ...clean(), QUARRY_URL: service.address, QUARRY_API_KEY: SECRET };
    const run = (program: string, ...words: readonly string[]) => runCommand(program, words, folder, environment);
    const printed = [
      await run(process.execPath, "dist/program.js"),
      await run(process.execPath, "dist/doors.js"),
      await run("node_modules/.bin/quarry", "collection", "list"),
      await runClientAlone({
        repository,
        tarballs,
        folder: join(folder, "..", "client-alone"),
        pdf: globSync(join(folder, "files", "*.pdf"))[0]!,
        service: { address: service.address, secret: SECRET },
      }),
      await runAdapters(repository, join(folder, "node_modules"), { address: service.address, secret: SECRET }),
    ].join("\n");
    const missing = EXPECTED.filter((line) => !line.test(printed));
    return missing.map(
      (line) => `the consumer's programs printed no line as ${line}, but:\n${printed}${service.log()}`,
    );
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(`${error.message}\n${service.log()}`);
    throw error;
  }
};

/** Writes a file of each type that the service accepts, and the words in each. */
const writeFiles = async (folder: string): Promise<void> => {
  await mkdir(folder);
  const fixtures = [...(await fixturePerType()).values()];
  for (const { filename, bytes } of fixtures) await writeFile(join(folder, filename), bytes);
  const phrases = fixtures.map(({ filename, phrases: [phrase] }) => [filename, phrase!.text]);
  await writeFile(join(folder, "..", "phrases.json"), JSON.stringify(Object.fromEntries(phrases)));
};

/** Returns an environment without the repository's own settings. Programs use this process's Node. */
const clean = (): Readonly<Record<string, string>> => ({
  PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
  HOME: process.env["HOME"] ?? "",
  CI: "true",
});
