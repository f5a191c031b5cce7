import { statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type RunningService, runCommand, startService } from "@quarry/packages-check";

interface Step {
  readonly instruction: string;
  readonly rest: string;
}

/** A stage of a Dockerfile, and its base: an image, or a previous stage. */
export interface Stage {
  readonly name: string;
  readonly base: string;
  readonly steps: readonly Step[];
}

/** A stage after its steps: a folder that represents the root of the image. */
interface Made {
  readonly root: string;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

const EMPTY = { directory: "/", environment: {}, command: [], healthcheck: [] };

/** Commands that are executed: others create users and folders of the image, which this machine doesn't need. */
const RUN = /^npm /;

export const stagesOf = (dockerfile: string): readonly Stage[] => {
  const lines = dockerfile.replaceAll(/^\s*#.*\n/gm, "").replaceAll(/\\\n\s*/g, "");
  const steps = [...lines.matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, instruction = "", rest = ""]) => ({
    instruction,
    rest,
  }));
  const stages: { name: string; base: string; steps: Step[] }[] = [];
  for (const step of steps) {
    const [, base, name] = /^(\S+)(?: AS (\S+))?$/.exec(step.rest) ?? [];
    if (step.instruction === "FROM") stages.push({ name: name ?? `${stages.length}`, base: base!, steps: [] });
    else stages.at(-1)!.steps.push(step);
  }
  return stages;
};

/**
 * Executes the steps of a Dockerfile below a folder on this machine, without a container engine: copies, `npm` commands
 * and settings of every stage that `target` needs. System users and folders are omitted.
 */
export class ContainerSteps {
  readonly #made = new Map<string, Promise<Made>>();

  readonly #stages: readonly Stage[];
  readonly #context: string;
  readonly #folder: string;

  constructor(stages: readonly Stage[], context: string, folder: string) {
    this.#stages = stages;
    this.#context = context;
    this.#folder = folder;
  }

  /** Runs the command of a stage, and its health check once it listens. */
  async start(target: string, environment: Readonly<Record<string, string>>): Promise<RunningService> {
    const { root, directory, command, healthcheck, ...made } = await this.#stage(target);
    // Folders of the image are located below the stage's folder.
    const own = Object.entries(made.environment).map(([name, value]) => [
      name,
      value.startsWith("/") ? join(root, value) : value,
    ]);
    const settings = { ...(Object.fromEntries(own) as Record<string, string>), ...environment };
    const service = await startService(command as [string, ...string[]], join(root, directory), settings);
    const { port } = new URL(service.address);
    const [program = "", ...words] = healthcheck;
    await runCommand(program, words, root, { ...settings, SERVICE_PORT: port }).catch(async (error: unknown) => {
      await service[Symbol.asyncDispose]();
      throw error;
    });
    return service;
  }

  #stage(name: string): Promise<Made> {
    const known = this.#made.get(name) ?? this.#make(name);
    this.#made.set(name, known);
    return known;
  }

  async #make(name: string): Promise<Made> {
    const stage = this.#stages.find((candidate) => candidate.name === name);
    if (stage === undefined) throw new Error(`the Dockerfile has no stage ${name}`);
    const root = join(this.#folder, name);
    await mkdir(root);
    const isStage = this.#stages.some((candidate) => candidate.name === stage.base);
    let made: Made = { ...(isStage ? await this.#stage(stage.base) : EMPTY), root };
    if (isStage) await copy(join(this.#folder, stage.base), root);
    for (const step of stage.steps) made = await this.#take(step, made);
    return made;
  }

  async #take({ instruction, rest }: Step, made: Made): Promise<Made> {
    const here = join(made.root, made.directory);
    switch (instruction) {
      case "WORKDIR":
        await mkdir(join(made.root, rest), { recursive: true });
        return { ...made, directory: rest };
      case "ENV":
        return { ...made, environment: { ...made.environment, ...settingsOf(rest) } };
      case "CMD":
        return { ...made, command: JSON.parse(rest) as string[] };
      case "HEALTHCHECK":
        return { ...made, healthcheck: JSON.parse(rest.slice(rest.indexOf("["))) as string[] };
      case "COPY": {
        const [, from, source = "", destination = ""] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest) ?? [];
        const origin = from === undefined ? this.#context : (await this.#stage(from)).root;
        await copy(join(origin, source), join(here, destination));
        return made;
      }
      case "RUN":
        if (RUN.test(rest)) await runCommand("sh", ["-c", rest], here, { ...process.env, ...made.environment });
        return made;
      default:
        return made;
    }
  }
}

/** Copies a file into a destination folder if it ends with a slash; of a source folder it copies the contents. */
const copy = async (source: string, destination: string): Promise<void> => {
  const isFile = statSync(source).isFile();
  await mkdir(isFile && !destination.endsWith("/") ? dirname(destination) : destination, { recursive: true });
  await runCommand("cp", ["-a", isFile ? source : `${source}/.`, destination], dirname(source));
};

const settingsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]));
