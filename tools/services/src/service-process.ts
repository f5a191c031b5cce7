import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { localAddress } from "./address-of.ts";
import { answersWell } from "./answers-well.ts";
import type { Service } from "./service.ts";
import { takesConnections } from "./takes-connections.ts";

/** Folder of installed servers, logs and process ids; ignored by git. */
const FOLDER = fileURLToPath(new URL("../../../.services/", import.meta.url));

const folderOf = ({ name, folder = name }: Service): string => join(FOLDER, folder);

/** Returns the folder of an installed server version, with the data of the shared server. */
export const installedFolder = (service: Service): string => join(folderOf(service), service.version);

/** Start timeout in milliseconds: Java servers take a minute on a busy machine. */
const START_DEADLINE_MS = 240_000;
const STOP_DEADLINE_MS = 20_000;
const POLL_MS = 250;

/** A server in the background, identified by the process id in its folder. */
export class ServiceProcess {
  readonly service: Service;
  readonly #folder: string;

  constructor(service: Service) {
    this.service = service;
    this.#folder = folderOf(service);
  }

  get logFile(): string {
    return join(this.#folder, "log");
  }

  /** Process id, if it runs and is still the started program: ids are reused. */
  get pid(): number | undefined {
    try {
      const [id, program] = readFileSync(this.#pidFile, "utf8").trim().split(" ") as [string, string];
      const command = execFileSync("ps", ["-o", "args=", "-p", id], { encoding: "utf8" });
      return command.includes(program) ? Number(id) : undefined;
    } catch {
      return undefined;
    }
  }

  isUp = async (): Promise<boolean> => {
    const { healthPath, isReady, port } = this.service;
    if (isReady !== undefined) return await isReady(installedFolder(this.service), port);
    if (healthPath === undefined) return await takesConnections(port);
    return await answersWell(localAddress(this.service) + healthPath);
  };

  /** Installs and starts it unless it runs, and waits until it is ready. */
  async start(): Promise<void> {
    if (this.pid === undefined) this.#spawn();
    const deadline = Date.now() + START_DEADLINE_MS;
    while (!(await this.isUp())) {
      if (this.pid === undefined) throw new Error(`${this.service.name} ended; see ${this.logFile}`);
      if (Date.now() > deadline) throw new Error(`${this.service.name} does not answer; see ${this.logFile}`);
      await sleep(POLL_MS);
    }
  }

  async stop(): Promise<void> {
    const { pid } = this;
    if (pid !== undefined) {
      process.kill(pid, this.service.stopSignal ?? "SIGTERM");
      const deadline = Date.now() + STOP_DEADLINE_MS;
      while (this.pid !== undefined) {
        if (Date.now() > deadline) process.kill(pid, "SIGKILL");
        await sleep(POLL_MS);
      }
    }
    rmSync(this.#pidFile, { force: true });
  }

  get #pidFile(): string {
    return join(this.#folder, "pid");
  }

  #spawn(): void {
    const installed = installedFolder(this.service);
    mkdirSync(installed, { recursive: true });
    this.service.install(installed);
    const [program, ...args] = this.service.command(installed);
    const log = openSync(this.logFile, "w");
    const child = spawn(program, args, {
      cwd: this.#folder,
      env: { ...process.env, ...this.service.environment },
      detached: true,
      stdio: ["ignore", log, log],
      ...this.service.user,
    });
    if (child.pid === undefined) throw new Error(`${program} could not be started`);
    writeFileSync(this.#pidFile, `${child.pid} ${program}`);
    child.unref();
  }
}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
