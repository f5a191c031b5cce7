import { Api } from "../harness/api.ts";
import { DataFolder } from "../harness/data-folder.ts";
import { ServerProcess } from "../harness/server-process.ts";

const SECRET = "a-secret-for-tests-only";

export type Role = "api" | "worker";

/** Process of a cluster; it can be stopped and started again. */
export class Member {
  readonly role: Role;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #folder: DataFolder;
  #process: ServerProcess;
  #address = "";

  private constructor(role: Role, environment: Readonly<Record<string, string>>, folder: DataFolder) {
    this.role = role;
    this.#environment = environment;
    this.#folder = folder;
    this.#process = new ServerProcess(environment);
  }

  static async start(role: Role, environment: Readonly<Record<string, string>>): Promise<Member> {
    const folder = await DataFolder.make();
    const own = { ...environment, SERVICE_ROLE: role, SERVICE_DATA_DIR: folder.path, SERVICE_API_SECRET: SECRET };
    const member = new Member(role, own, folder);
    member.#address = await member.#process.listening();
    return member;
  }

  get process(): ServerProcess {
    return this.#process;
  }

  get api(): Api {
    return new Api(this.#address, SECRET);
  }

  async restart(end: "stop" | "kill" = "stop"): Promise<void> {
    await this.#process[end]();
    this.#process = new ServerProcess(this.#environment);
    this.#address = await this.#process.listening();
  }

  async dispose(): Promise<void> {
    if (this.#process.isRunning) await this.#process.kill();
    await this.#folder.remove();
  }
}

/** API and worker processes that share the same dependencies. */
export class Cluster {
  readonly apis: readonly Member[];
  readonly workers: readonly Member[];

  private constructor(apis: readonly Member[], workers: readonly Member[]) {
    this.apis = apis;
    this.workers = workers;
  }

  static async start(
    counts: { readonly apis: number; readonly workers: number },
    environment: Readonly<Record<string, string>>,
  ): Promise<Cluster> {
    const startAll = (role: Role, count: number) =>
      Promise.all(Array.from({ length: count }, () => Member.start(role, environment)));
    const [apis, workers] = await Promise.all([startAll("api", counts.apis), startAll("worker", counts.workers)]);
    return new Cluster(apis, workers);
  }

  get members(): readonly Member[] {
    return [...this.apis, ...this.workers];
  }

  /** Output of all processes, for the message of a failed test. */
  get logs(): string {
    return this.members
      .map(({ role, process }) => `== ${role} ${process.stderr.split("\n").slice(-40).join("\n")}`)
      .join("\n");
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.dispose()));
  }
}
