import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeDocument, makeVocabulary } from "../data/prose.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { compared, type Figure, measured, type Rounds } from "../harness/figure.ts";
import { interleave } from "../harness/rounds.ts";
import { EventStreams } from "../load/event-streams.ts";
import { requestBytes, HttpConnection } from "../load/http-connection.ts";
import { ingestDocuments } from "../load/ingest-documents.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import { MeasuredProcess } from "../processes/measured-process.ts";
import { type QuarryServer, startQuarry } from "../processes/quarry-server.ts";

const BARE_SERVER = new URL("../processes/bare-event-server.ts", import.meta.url);
const HOLD_PARSER = new URL("../processes/hold-parser.ts", import.meta.url).pathname;

const STREAMS = 1_000;
/** Documents that they watch when they watch few. */
const FEW = 2;
/** Two are held, so that two are left for the documents that are ingested beside them. */
const INGEST_CONCURRENCY = 4;
/** Longer than the time between two comment lines. */
const IDLE_MS = 20_000;
/** Closed connections are noticed in the next turns of the event loop. */
const CLOSING_MS = 500;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;
const DOCUMENTS_PER_ROUND = 8;
const CHARACTERS = 50_000;
const COLLECTION = "watched";
const REFERENCE = "bare node:http";

/** What it costs that many watch. */
export const sseStreams: Bench = {
  name: "sse-streams",
  summary: "1,000 open progress streams against a bare node:http server of event streams",
  run: async (context) => {
    const count = scaled(context, STREAMS, 20);
    await using bare = await MeasuredProcess.start(BARE_SERVER, []);
    const onBare = bareSide(bare);
    context.note(`${count} streams on ${FEW} documents that are being parsed, then on ${count} of their own`);
    const figures: Figure[] = [];
    {
      await using service = await HeldService.start(context, "few");
      const onFew = service.side(FEW);
      figures.push(...(await costFigures(context, `on ${FEW} documents`, onFew, onBare, count)));
      figures.push(await lastStep(count, onFew, onBare));
      figures.push(...(await ingestBeside(context, service, count)));
    }
    await using service = await HeldService.start(context, "many");
    const onMany = service.side(count);
    figures.push(...(await costFigures(context, `on ${count} documents`, onMany, onBare, count)));
    figures.push(await shutdown(service, onMany, count));
    return figures;
  },
};

/** A server with streams on it. */
interface Side {
  readonly process: MeasuredProcess;
  /** Makes what is watched, if it is not there yet, and opens streams on it. */
  readonly open: (count: number) => Promise<EventStreams>;
  /** Lets what is watched end; gives the moment of the last step, in epoch milliseconds. */
  readonly finish: () => Promise<number>;
}

const bareSide = (bare: MeasuredProcess): Side => ({
  process: bare,
  open: (count) =>
    EventStreams.open(
      bare.port,
      Array.from({ length: count }, () => "/"),
    ),
  finish: async () => {
    using connection = await HttpConnection.open(bare.port);
    const event = JSON.stringify({ step: "complete", status: "completed", message: "ready", progress: 100 });
    const request = requestBytes("POST", "/", {}, event);
    const at = performance.timeOrigin + performance.now();
    await connection.fetch(request);
    return at;
  },
});

/** The service with a parser that holds text files back until it is told to read them. */
class HeldService implements AsyncDisposable {
  readonly quarry: QuarryServer;
  readonly #releaseFile: string;
  #watched: readonly string[] = [];

  private constructor(quarry: QuarryServer, releaseFile: string) {
    this.quarry = quarry;
    this.#releaseFile = releaseFile;
  }

  static async start({ directory }: BenchContext, name: string): Promise<HeldService> {
    const releaseFile = join(directory, `release-${name}`);
    const configFile = join(directory, `${name}.json`);
    const txt = { plugin: HOLD_PARSER, settings: { releaseFile } };
    await writeFile(configFile, JSON.stringify({ parsers: { txt } }));
    const quarry = await startQuarry(join(directory, name), {
      SERVICE_CONFIG: configFile,
      SERVICE_INGEST_CONCURRENCY: String(INGEST_CONCURRENCY),
      SERVICE_SHUTDOWN_GRACE_SECONDS: "2",
    });
    using client = await QuarryClient.open(quarry);
    await client.call("POST", "/v1/collections", { name: COLLECTION });
    return new HeldService(quarry, releaseFile);
  }

  /** Streams, in turn on `documents` documents that are held. */
  side(documents: number): Side {
    return {
      process: this.quarry.process,
      open: async (count) => {
        if (this.#watched.length === 0) await this.hold(documents);
        return this.watch(count);
      },
      finish: () => this.#release(),
    };
  }

  async hold(documents: number): Promise<void> {
    // A connection of its own each time: the service closes those that are idle for as long as the streams are watched.
    using client = await QuarryClient.open(this.quarry);
    const ids: string[] = [];
    while (ids.length < documents) {
      ids.push((await client.uploadText(COLLECTION, `held-${ids.length}.txt`, "A text.")).id);
    }
    this.#watched = ids;
  }

  watch(count: number): Promise<EventStreams> {
    const paths = Array.from(
      { length: count },
      (_, index) => `/v1/collections/${COLLECTION}/documents/${this.#watched[index % this.#watched.length]}/progress`,
    );
    return EventStreams.open(this.quarry.process.port, paths, { authorization: this.quarry.authorization });
  }

  async #release(): Promise<number> {
    await writeFile(this.#releaseFile, "");
    using client = await QuarryClient.open(this.quarry);
    const moments: number[] = [];
    for (const id of this.#watched) {
      for (;;) {
        const path = `/v1/collections/${COLLECTION}/documents/${id}`;
        const { status, updated_at } = await client.call<{ status: string; updated_at: string }>("GET", path);
        if (status === "ready") moments.push(Date.parse(updated_at));
        if (status === "ready" || status === "failed") break;
        await pause(50);
      }
    }
    await rm(this.#releaseFile);
    if (moments.length < this.#watched.length) throw new Error("a held document failed");
    this.#watched = [];
    return Math.max(...moments);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve(this.quarry[Symbol.asyncDispose]());
  }
}

/** Memory and CPU time of streams on which nothing happens. */
const costFigures = async (
  context: BenchContext,
  where: string,
  subject: Side,
  reference: Side,
  count: number,
): Promise<readonly Figure[]> => {
  const idle = { subject: [] as number[], reference: [] as number[] };
  const memory = { subject: [] as number[], reference: [] as number[] };
  for (const [name, side] of Object.entries({ subject, reference }) as ["subject" | "reference", Side][]) {
    const milliseconds = scaled(context, IDLE_MS, 2_000);
    const idleShare = async () => ((await side.process.cpuWhile(() => pause(milliseconds))) / milliseconds) * 100;
    // A few first: they compile the code, and make what is watched.
    (await side.open(Math.ceil(count / 10)))[Symbol.dispose]();
    await pause(CLOSING_MS);
    const shareWithout = await idleShare();
    const before = await side.process.usageWithoutGarbage();
    using _streams = await side.open(count);
    const after = await side.process.usageWithoutGarbage();
    memory[name].push(((after.memoryMb - before.memoryMb) * 1000) / count);
    idle[name].push((await idleShare()) - shareWithout);
  }
  return [
    compared({ name: `memory per stream, ${where}`, unit: "kB", referenceName: REFERENCE }, memory),
    compared({ name: `CPU of idle streams, ${where}`, unit: "% of a core", referenceName: REFERENCE }, idle),
  ];
};

/** From the moment a step is in the database to its arrival at the last watcher; each stream must end as it should. */
const lastStep = async (count: number, subject: Side, reference: Side): Promise<Figure> => {
  const measure = (side: Side) => async () => {
    using streams = await side.open(count);
    const ends = streams.ended();
    const at = await side.finish();
    const bad = (await ends).find(({ isClean, lastEvent }) => !isClean || !lastEvent?.includes('"complete"'));
    if (bad !== undefined) throw new Error(`a stream ended wrongly: ${JSON.stringify(bad)}`);
    return Math.max(...(await ends).map(({ lastEventAt }) => lastEventAt)) - at;
  };
  const rounds = await interleave({
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    subject: measure(subject),
    reference: measure(reference),
  });
  const name = `last step to the last of ${count}, ${FEW} documents`;
  return compared({ name, unit: "ms", referenceName: REFERENCE }, rounds);
};

/** Documents that are ingested while many watch others, against the same without watchers. */
const ingestBeside = async (context: BenchContext, service: HeldService, count: number): Promise<readonly Figure[]> => {
  const vocabulary = makeVocabulary();
  let seed = 0;
  let texts: readonly string[] = [];
  let megabytes = 0;
  await service.hold(FEW);
  using client = await QuarryClient.open(service.quarry);
  const speeds = { subject: [] as number[], reference: [] as number[] };
  const ingest = async (kept: number[]): Promise<number> => {
    const cpuMs = await service.quarry.process.cpuWhile(async () => {
      kept.push(megabytes / (await ingestDocuments(client, COLLECTION, texts)).seconds);
    });
    return cpuMs / 1000 / megabytes;
  };
  const cpu = await interleave({
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    prepare: () => {
      const documents = scaled(context, DOCUMENTS_PER_ROUND, 2);
      texts = Array.from({ length: documents }, () => makeDocument(vocabulary, CHARACTERS, (seed += 1)));
      megabytes = Buffer.byteLength(texts.join("")) / 1e6;
    },
    subject: async () => {
      using _streams = await service.watch(count);
      return ingest(speeds.subject);
    },
    reference: () => ingest(speeds.reference),
  });
  const counted: Rounds = {
    subject: speeds.subject.slice(WARM_UP_ROUNDS),
    reference: speeds.reference.slice(WARM_UP_ROUNDS),
  };
  const referenceName = "without streams";
  return [
    compared({ name: "speed of ingest beside them", unit: "MB/s", referenceName }, counted),
    compared({ name: "server CPU of ingest beside them", unit: "s/MB", referenceName }, cpu),
  ];
};

/** Every stream is ended in order by a stop, long before the documents are handed back. */
const shutdown = async (service: HeldService, side: Side, count: number): Promise<Figure> => {
  using streams = await side.open(count);
  const ends = streams.ended();
  const started = performance.now();
  const stopped = service.quarry.process.stop();
  const cutOff = (await ends).filter(({ isClean }) => !isClean).length;
  const milliseconds = performance.now() - started;
  await stopped;
  if (cutOff > 0) throw new Error(`${cutOff} streams were cut off by the stop`);
  return measured("from the signal to stop to the end of the last stream", "ms", [milliseconds]);
};
