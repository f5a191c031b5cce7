import { setTimeout as pause } from "node:timers/promises";
import { Breaches } from "../breaches.ts";
import { Random } from "../random.ts";
import { LoadService } from "../service/load-service.ts";
import { ServiceFolder } from "../service/service-folder.ts";
import type { Collection } from "../resources.ts";
import { checkAfterKill } from "./check-after-kill.ts";
import { auditFiles, openJobs, jobsCutOff } from "./files-on-disk.ts";
import { indexOnDisk } from "./index-on-disk.ts";
import { KillApi } from "./kill-api.ts";
import { actUntilKilled, CLIENTS, fillLearning } from "./kill-clients.ts";
import { KILL_CONFIG, PASSAGES } from "./kill-config.ts";
import type { KillFindings } from "./kill-findings.ts";
import { KillLedger } from "./kill-ledger.ts";
import { fillNear } from "./kill-vectors.ts";
import { type KillWorld, LEARNING, MIXED, MIXED_DIMENSION, NEAR } from "./kill-world.ts";

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
}

/** Of all kills, those that come while the service starts: it repairs what the one before has left. */
const KILLED_AT_START = 0.2;
const MOST_START_MS = 1_500;
const MOST_WORK_MS = 3_500;
/** Now and then, and at the end, the service is left in peace, stopped in order, and its files are compared. */
const KILLS_PER_AUDIT = 40;
const KILLS_PER_LINE = 10;
const AT_REST_WITHIN_MS = 300_000;
const ERROR_LEVEL = 50;

/** Kills a service of its own at random moments and checks what each new life knows. Gives the number of breaches. */
export const runKills = async ({ kills, seed }: KillOptions): Promise<number> => {
  const folder = await ServiceFolder.make(KILL_CONFIG);
  try {
    const run = new KillRun(folder, seed);
    await run.begin();
    let audited = 0;
    let told = 0;
    while (run.kills < kills && run.breaches.count === 0) {
      await run.round();
      if (run.kills - told >= KILLS_PER_LINE) {
        console.log(run.progress());
        told = run.kills;
      }
      if (run.kills - audited < KILLS_PER_AUDIT && run.kills < kills) continue;
      await run.audit(run.kills >= kills && kills >= KILLS_PER_AUDIT);
      audited = run.kills;
    }
    await run.end();
    for (const line of run.report()) console.log(line);
    return run.breaches.count;
  } finally {
    await folder.remove();
  }
};

class KillRun {
  readonly breaches = new Breaches();
  readonly #folder: ServiceFolder;
  readonly #seed: number;
  readonly #random: Random;
  readonly #ledger = new KillLedger();
  readonly #findings: KillFindings = {
    ...{ chunksChecked: 0, unlucky: 0, unanswered: 0, ownFound: 0 },
    recalls: [],
  };
  readonly #cutOff = new Map<string, number>();
  readonly #startedAt = performance.now();
  #service: LoadService | undefined;
  #log: string[] = [];
  #nearId = "";
  #number = 0;
  #calls = 0;
  #killsAtWork = 0;
  #killsAtStart = 0;
  #fits = 0;
  /** Kills in the middle of the writing of a graph; and those that left none, or one that is far behind. */
  #indexesCutOff = 0;
  #graphsBehind = 0;
  #audits = 0;
  #rowsCompared = 0;

  constructor(folder: ServiceFolder, seed: number) {
    this.#folder = folder;
    this.#seed = seed;
    this.#random = new Random(seed);
  }

  async begin(): Promise<void> {
    const world = await this.#world();
    const { api } = world;
    const json = { chunk_size: 64, chunk_overlap: 0 };
    await api.call("POST", "/v1/collections", { json: { ...json, name: LEARNING } }, [201]);
    await api.call("POST", "/v1/collections", { json: { ...json, name: MIXED, dimension: MIXED_DIMENSION } }, [201]);
    const near = { ...json, name: NEAR, embedding_provider: PASSAGES };
    const made = await api.call<Collection>("POST", "/v1/collections", { json: near }, [201]);
    if (made === undefined) throw new Error(`no collection to fill:\n${this.breaches.lines.join("\n")}`);
    this.#nearId = made.id;
    await fillNear(world);
    await fillLearning(world);
    await this.#rest(false);
  }

  async round(): Promise<void> {
    if (this.#random.chance(KILLED_AT_START)) await this.#killAtStart();
    const world = await this.#world();
    await checkAfterKill(world, this.#nearId, this.#findings);
    await this.#killAtWork(world);
  }

  /** Leaves the service in peace until it has nothing to do (now, or for good), stops it, and compares its files. */
  async audit(waitsForGood: boolean): Promise<void> {
    const world = await this.#world();
    await checkAfterKill(world, this.#nearId, this.#findings);
    await this.#rest(waitsForGood);
    await checkAfterKill(world, this.#nearId, this.#findings);
    await this.end();
    const { rows, wrong } = auditFiles(this.#folder.data, this.#ledger);
    this.#audits += 1;
    this.#rowsCompared += rows;
    for (const line of wrong) this.breaches.add("the files don't say the same", line);
  }

  async #rest(waitsForGood: boolean): Promise<void> {
    const deadline = performance.now() + AT_REST_WITHIN_MS;
    for (;;) {
      const { due, later } = openJobs(this.#folder.data);
      if (due === 0 && (later === 0 || !waitsForGood)) break;
      if (performance.now() > deadline) {
        this.breaches.add("work that doesn't end", `${due} jobs are due, ${later} more are to come`);
        break;
      }
      await pause(300);
    }
  }

  async end(): Promise<void> {
    const problem = await this.#service?.stop();
    this.#service = undefined;
    if (problem !== undefined) this.breaches.add("the service did not stop in order", problem);
    this.#readLog(false);
  }

  /** The running service, or a new one. */
  async #world(): Promise<KillWorld> {
    this.#service ??= await LoadService.start(this.#folder, (line) => this.#log.push(line));
    const fail = this.breaches.add.bind(this.breaches);
    const api = new KillApi(this.#service.address, this.#folder.secret, fail);
    return {
      ...{ api, fail, ledger: this.#ledger, random: this.#random, data: this.#folder.data },
      nextNumber: () => (this.#number += 1),
    };
  }

  async #killAtWork(world: KillWorld): Promise<void> {
    const { api } = world;
    const clients = Promise.all(CLIENTS.map((act) => actUntilKilled(world, act)));
    await Promise.race([pause(this.#random.between(0, MOST_WORK_MS)), clients]);
    api.isKilled = true;
    await this.#service!.kill();
    await clients;
    this.#service = undefined;
    this.#killsAtWork += 1;
    this.#calls += api.calls;
    this.#afterKill();
  }

  async #killAtStart(): Promise<void> {
    if (this.#service !== undefined) {
      await this.#service.kill();
      this.#service = undefined;
    }
    const child = this.#folder.spawn();
    child.stderr!.setEncoding("utf8");
    let text = "";
    child.stderr!.on("data", (part: string) => (text += part));
    const closed = new Promise((resolve) => child.once("close", resolve));
    await pause(this.#random.between(0, MOST_START_MS));
    child.kill("SIGKILL");
    await closed;
    this.#log.push(...text.split("\n").filter((line) => line !== ""));
    this.#killsAtStart += 1;
    this.#afterKill();
  }

  #afterKill(): void {
    this.#readLog(true);
    for (const [kind, jobs] of jobsCutOff(this.#folder.data)) {
      this.#cutOff.set(kind, (this.#cutOff.get(kind) ?? 0) + jobs);
    }
    const index = indexOnDisk(this.#folder.data, this.#nearId);
    const vectors = this.#ledger.vectorsOf(NEAR).filter(({ promised }) => promised !== undefined).length;
    if (index.isCutOff) this.#indexesCutOff += 1;
    if (index.rows < vectors) this.#graphsBehind += 1;
  }

  /** What the service calls an error is a breach, and so is a crash report; a kill may cut off the last line. */
  #readLog(isKilled: boolean): void {
    const lines = this.#log;
    this.#log = [];
    for (const [index, line] of lines.entries()) {
      const { level, msg } =
        asLogLine(line) ?? (isKilled && index === lines.length - 1 ? QUIET : { level: ERROR_LEVEL, msg: "" });
      if (msg === "fitted") this.#fits += 1;
      if (level >= ERROR_LEVEL) this.breaches.add("errors in the service's log", line.slice(0, 600));
    }
  }

  get kills(): number {
    return this.#killsAtWork + this.#killsAtStart;
  }

  progress(): string {
    const seconds = Math.round((performance.now() - this.#startedAt) / 1_000);
    const graphs = `${this.#indexesCutOff} graphs cut off in writing, ${this.#graphsBehind} behind`;
    return `${seconds} s: ${this.kills} kills, ${this.#fits} fits, ${graphs}, ${this.#findings.ownFound} found by their own vectors, ${this.breaches.count} breaches`;
  }

  report(): readonly string[] {
    const { chunksChecked, unlucky, unanswered, ownFound, recalls } = this.#findings;
    const meanRecall = recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
    const cutOff = [...this.#cutOff].map(([kind, jobs]) => `${jobs} ${kind}`).join(", ");
    const deleted = [...this.#ledger.documents.values()].filter(({ state }) => state === "deleted").length;
    return [
      `seed ${this.#seed}: ${this.#killsAtWork} kills at work, ${this.#killsAtStart} at the start, ${this.#calls} requests`,
      `documents: ${this.#ledger.documents.size} sent, ${deleted} deleted; vectors: ${this.#ledger.vectors.size} ids`,
      `cut off in the middle: ${cutOff} jobs; ${this.#fits} fits were finished`,
      `writes of vectors without an answer: ${unanswered}, each whole or undone`,
      `documents that failed because every attempt was killed, as seen by the checks: ${unlucky}`,
      `checks of a promised chunk or vector in an index: ${chunksChecked}; ${this.#audits} audits compared ${this.#rowsCompared} rows of files`,
      `graphs: ${this.#indexesCutOff} kills cut off the writing of one, ${this.#graphsBehind} left one that lacked vectors`,
      `found by their own vectors: ${ownFound}; of the nearest, a graph found ${meanRecall.toFixed(4)} (the least: ${Math.min(...recalls).toFixed(4)})`,
      `breaches: ${this.breaches.count}`,
      ...this.breaches.lines,
    ];
  }
}

const QUIET = { level: 0, msg: "" };

const asLogLine = (line: string): { readonly level: number; readonly msg: string } | undefined => {
  try {
    return JSON.parse(line) as { readonly level: number; readonly msg: string };
  } catch {
    return undefined;
  }
};
