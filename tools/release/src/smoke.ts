import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { installConsumer, runCommand, type RunningService, startService, weightProblems } from "@quarry/packages-check";
import type { Release } from "./build-release.ts";
import { ContainerSteps, stagesOf } from "./container-steps.ts";
import { smokeGo } from "./smoke-go.ts";
import { smokePlugin } from "./smoke-plugin.ts";
import { distributionsOf, installPython } from "./smoke-python.ts";

/**
 * Programs of distributions that need more than an import test: the client queries a service whose embedder is the
 * plugin.
 */
const PROGRAMS = join(import.meta.dirname, "..", "smoke");
const CLIENT = "quarry-client";
const PLUGIN = "quarry-plugin";

const SECRET = "a-secret-of-the-release";

/** Published targets of the Dockerfile. */
export const IMAGES = ["full", "slim"] as const;

/** Environment without the repository's own settings. Programs use this process's Node. */
const CLEAN = {
  PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
  HOME: process.env["HOME"] ?? "",
  SERVICE_API_SECRET: SECRET,
};

/** Installs each package of a release in an empty environment below a folder, and uses it there. */
export class Smoke {
  readonly problems: string[] = [];
  /** Python of each virtual environment, by the installed file. */
  readonly #pythons = new Map<string, string>();

  readonly #repository: string;
  readonly #release: Release;
  readonly #scratch: string;

  constructor(repository: string, release: Release, scratch: string) {
    this.#repository = repository;
    this.#release = release;
    this.#scratch = scratch;
  }

  async run(): Promise<void> {
    const [release, repository] = [this.#release, this.#repository];
    const npm = join(this.#scratch, "npm");
    await this.#check("npm tarballs installed, compiled against, run", async () => {
      const consumer = await installConsumer(repository, release.tarballs, npm);
      this.problems.push(...weightProblems(consumer.modules), ...(await consumer.problems()));
    });
    await this.#check("a new plugin outside, tested and packed", () =>
      smokePlugin(repository, release.tarballs, join(this.#scratch, "plugin")),
    );
    await this.#installPython();
    await this.#check("@quarry/server asked by each client", () => this.#queryInstalledService(npm));
    await this.#queryContainers();
  }

  async #installPython(): Promise<void> {
    const { version, folder, packages } = this.#release;
    for (const entry of packages.filter(({ kind }) => kind === "python"))
      for (const file of distributionsOf(entry, version, join(folder, "python")))
        await this.#check(`${basename(file)} installed, imported`, async () => {
          const environment = join(this.#scratch, basename(file));
          this.#pythons.set(basename(file), await installPython(entry, version, file, environment));
        });
  }

  /** The service gets its vectors from the Python plugin. */
  async #queryInstalledService(npm: string): Promise<void> {
    const [release, repository, scratch] = [this.#release, this.#repository, this.#scratch];
    await using plugin = await startService(
      [this.#pythonsOf(PLUGIN)[0]!, join(PROGRAMS, `${PLUGIN}.py`)],
      scratch,
      CLEAN,
    );
    const letters = { plugin: "@quarry/embedder-remote", settings: { address: plugin.address } };
    const configuration = join(npm, "release.config.json");
    await writeFile(configuration, JSON.stringify({ embedders: { letters }, defaultEmbedder: "letters" }));
    const environment = { ...CLEAN, SERVICE_CONFIG: configuration, SERVICE_DATA_DIR: join(scratch, "data") };
    await using service = await startService([join(npm, "node_modules/.bin/quarry-server")], npm, environment);
    for (const python of this.#pythonsOf(CLIENT)) await this.#query(python, service);
    for (const entry of release.packages.filter(({ kind }) => kind === "go")) {
      const [proxy, folder] = [join(release.folder, "go"), join(scratch, basename(entry.folder))];
      const access = { ...process.env, ...accessTo(service) };
      await smokeGo(repository, entry, release.version, proxy, folder, access);
      console.log(`${entry.name} answered`);
    }
  }

  async #queryContainers(): Promise<void> {
    const [context, folder] = ["context", "container"].map((name) => join(this.#scratch, name)) as [string, string];
    for (const made of [context, folder]) await mkdir(made);
    await runCommand("tar", ["-xzf", this.#release.context, "-C", context], context);
    const steps = new ContainerSteps(stagesOf(await readFile(join(context, "Dockerfile"), "utf8")), context, folder);
    for (const image of IMAGES)
      await this.#check(`the container's steps up to ${image}, asked`, async () => {
        await using service = await steps.start(image, { ...CLEAN, SERVICE_HOST: "127.0.0.1", SERVICE_PORT: "0" });
        await this.#query(this.#pythonsOf(CLIENT)[0]!, service);
      });
  }

  async #query(python: string, service: RunningService): Promise<void> {
    const program = join(PROGRAMS, `${CLIENT}.py`);
    const environment = { ...process.env, ...accessTo(service) };
    try {
      const answer = await runCommand(python, [program, this.#release.version], this.#scratch, environment);
      console.log(answer.trim());
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${service.log()}`, { cause: error });
    }
  }

  /** Returns the Python of the wheel's and of the source distribution's environment. */
  #pythonsOf(name: string): readonly string[] {
    const stem = `${name.replaceAll("-", "_")}-${this.#release.version}`;
    const found = [`${stem}-py3-none-any.whl`, `${stem}.tar.gz`].map((file) => this.#pythons.get(file));
    if (found.includes(undefined)) throw new Error(`${name} could not be installed`);
    return found as string[];
  }

  async #check(name: string, check: () => Promise<void>): Promise<void> {
    const start = performance.now();
    const before = this.problems.length;
    await check().catch((error: unknown) => this.problems.push(`${name}: ${(error as Error).message}`));
    const result = this.problems.length === before ? "ok" : "FAILED";
    console.log(`${result}: ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  }
}

const accessTo = ({ address }: RunningService) => ({ QUARRY_BASE_URL: address, QUARRY_API_KEY: SECRET });
