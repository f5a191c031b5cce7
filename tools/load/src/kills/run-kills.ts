import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { levelOf, Quarry, Random } from "@quarry/services/kit";
import { Api } from "../api.ts";
import { Breaches } from "../breaches.ts";
import { checkLife } from "./check-life.ts";
import { actUntilKilled, fillLearning } from "./clients.ts";
import { auditFiles, graphOnDisk, jobsCutOff, openJobs } from "./disk.ts";
import { KillLedger } from "./ledger.ts";
import { fillNear } from "./vectors.ts";
import { COLLECTIONS, CONFIG, type Findings, type KillWorld, NEAR } from "./world.ts";

/** Share of kills during a start, which repairs the state left by the previous kill. */
const KILLED_AT_START = 0.2;
const MOST_START_MS = 1_500;
const MOST_WORK_MS = 3_500;
/** Interval of audits: the service is left idle, stopped cleanly, and its files are compared. Also done at the end. */
const KILLS_PER_AUDIT = 40;
const KILLS_PER_LINE = 10;
const AT_REST_WITHIN_MS = 300_000;
const ERROR_LEVEL = 50;

/** Repeatedly kills its own service at random moments, and checks the state of each restarted process. */
export const runKills = async (kills: number, seed: number) => {
  const run = new KillRun(seed);
  try {
    await run.begin();
    for (let audited = 0, reported = 0; run.kills < kills && run.breaches.count === 0;) {
      await run.round();
      if (run.kills - reported >= KILLS_PER_LINE) {
        console.log(run.progress());
        reported = run.kills;
      }
      if (run.kills - audited < KILLS_PER_AUDIT && run.kills < kills) continue;
      await run.audit(run.kills >= kills && kills >= KILLS_PER_AUDIT);
      audited = run.kills;
    }
    await run.end();
    return { breaches: run.breaches, lines: run.report() };
  } finally {
    await run.remove();
  }
};

class KillRun {
  readonly breaches = new Breaches();
  readonly #folder = mkdtempSync(join(tmpdir(), "quarry-kills-"));
  readonly #data = join(this.#folder, "data");
  readonly #random: Random;
  readonly #ledger = new KillLedger();
  readonly #findings: Findings = { chunksChecked: 0, unlucky: 0, unanswered: 0, ownFound: 0, recalls: [] };
  readonly #interrupted: Record<string, number> = {};
  readonly #startedAt = performance.now();
  #service: Quarry | undefined;
  #log: string[] = [];
  #nearId = "";
  #number = 0;
  #calls = 0;
  #killsAtWork = 0;
  #killsAtStart = 0;
  #trainings = 0;
  /** Number of kills during the writing of a graph; and of kills that left no graph, or one far behind. */
  #graphsInterrupted = 0;
  #graphsBehind = 0;
  #audits = 0;
  #rowsCompared = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  get kills(): number {
    return this.#killsAtWork + this.#killsAtStart;
  }

  async begin(): Promise<void> {
    const world = await this.#world();
    for (const [name, fields] of Object.entries(COLLECTIONS)) {
      const json = { name, ...fields };
      const made = await world.api.body<{ id: string }>("POST", "/v1/collections", { json, expected: [201] });
      if (made === undefined) throw new Error(`no collection to fill:\n${this.breaches.lines.join("\n")}`);
      if (name === NEAR) this.#nearId = made.id;
    }
    await fillNear(world);
    await fillLearning(world);
    await this.#rest(false);
  }

  async round(): Promise<void> {
    if (this.#random.chance(KILLED_AT_START)) await this.#killAtStart();
    const world = await this.#world();
    await checkLife(world, this.#nearId);
    await this.#killAtWork(world);
  }

  /** Waits until the service is idle (currently, or permanently), stops it, and compares its files. */
  async audit(waitsForGood: boolean): Promise<void> {
    const world = await this.#world();
    await checkLife(world, this.#nearId);
    await this.#rest(waitsForGood);
    await checkLife(world, this.#nearId);
    await this.end();
    const { rows, wrong } = auditFiles(this.#data, this.#ledger);
    this.#audits += 1;
    this.#rowsCompared += rows;
    for (const line of wrong) this.breaches.add("the files don't say the same", line);
  }

  async end(): Promise<void> {
    const problem = await this.#service?.stop();
    this.#service = undefined;
    if (problem !== undefined) this.breaches.add("the service did not stop in order", problem);
    this.#readLog(false);
  }

  async remove(): Promise<void> {
    await this.#service?.kill();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Starts another process on the same files. */
  #spawn(): Quarry {
    return new Quarry({ data: this.#data, config: CONFIG, onLine: (line) => this.#log.push(line) });
  }

  /** Returns the running service, or starts one. */
  async #world(): Promise<KillWorld> {
    this.#service ??= await this.#spawn().listening();
    const breach = this.breaches.add;
    return {
      ...{ breach, api: new Api(this.#service, breach), ledger: this.#ledger, findings: this.#findings },
      ...{ random: this.#random, data: this.#data, nextNumber: () => (this.#number += 1) },
    };
  }

  async #rest(waitsForGood: boolean): Promise<void> {
    const deadline = performance.now() + AT_REST_WITHIN_MS;
    for (; ; await pause(300)) {
      const { due, later } = openJobs(this.#data);
      if (due === 0 && (later === 0 || !waitsForGood)) return;
      if (performance.now() > deadline)
        return this.breaches.add("work that doesn't end", `${due} jobs are due, ${later} more are to come`);
    }
  }

  async #killAtWork(world: KillWorld): Promise<void> {
    const clients = actUntilKilled(world);
    await Promise.race([pause(this.#random.between(0, MOST_WORK_MS)), clients]);
    world.api.isKilled = true;
    if (!this.#service!.isRunning) throw new Error(`the service ended by itself:\n${this.#service!.errors.join("\n")}`);
    await this.#service!.kill();
    await clients;
    this.#service = undefined;
    this.#killsAtWork += 1;
    this.#calls += world.api.calls;
    this.#afterKill();
  }

  async #killAtStart(): Promise<void> {
    await this.#service?.kill();
    this.#service = undefined;
    const starting = this.#spawn();
    await pause(this.#random.between(0, MOST_START_MS));
    await starting.kill();
    this.#killsAtStart += 1;
    this.#afterKill();
  }

  #afterKill(): void {
    this.#readLog(true);
    for (const { kind, jobs } of jobsCutOff(this.#data))
      this.#interrupted[kind] = (this.#interrupted[kind] ?? 0) + jobs;
    const graph = graphOnDisk(this.#data, this.#nearId);
    if (graph.isCutOff) this.#graphsInterrupted += 1;
    if (graph.rows < this.#ledger.promisedVectors(NEAR).length) this.#graphsBehind += 1;
  }

  /** Reports each error in the service's log, and each crash report, as a breach. A kill may truncate the last line. */
  #readLog(isKilled: boolean): void {
    const lines = this.#log;
    this.#log = [];
    for (const [index, line] of lines.entries()) {
      const level = levelOf(line);
      if (level === Infinity && isKilled && index === lines.length - 1) continue;
      if (line.includes('"msg":"fitted"')) this.#trainings += 1;
      if (level >= ERROR_LEVEL) this.breaches.add("errors in the service's log", line.slice(0, 600));
    }
  }

  progress(): string {
    const seconds = Math.round((performance.now() - this.#startedAt) / 1_000);
    const graphs = `${this.#graphsInterrupted} graphs cut off in writing, ${this.#graphsBehind} behind`;
    return `${seconds} s: ${this.kills} kills, ${this.#trainings} fits, ${graphs}, ${this.breaches.count} breaches`;
  }

  report(): readonly string[] {
    const { chunksChecked, unlucky, unanswered, ownFound, recalls } = this.#findings;
    const recall = recalls.reduce((sum, one) => sum + one, 0) / recalls.length;
    const cutOff = Object.entries(this.#interrupted).map(([kind, jobs]) => `${jobs} ${kind}`);
    const deleted = [...this.#ledger.documents.values()].filter(({ state }) => state === "deleted").length;
    return [
      `${this.#killsAtWork} kills at work, ${this.#killsAtStart} at the start, ${this.#calls} requests`,
      `documents: ${this.#ledger.documents.size} sent, ${deleted} deleted; vectors: ${this.#ledger.vectors.size} ids`,
      `cut off in the middle: ${cutOff.join(", ")} jobs; ${this.#trainings} fits were finished`,
      `writes of vectors without an answer: ${unanswered}, each whole or undone`,
      `documents that failed because every attempt was killed, as seen by the checks: ${unlucky}`,
      `checks of a promised chunk or vector in an index: ${chunksChecked}; ${this.#audits} audits compared ${this.#rowsCompared} rows of files`,
      `graphs: ${this.#graphsInterrupted} kills cut off the writing of one, ${this.#graphsBehind} left one that lacked vectors`,
      `found by their own vectors: ${ownFound}; of the nearest, a graph found ${recall.toFixed(4)} (the least: ${Math.min(...recalls).toFixed(4)})`,
    ];
  }
}
