import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { compared } from "../harness/figure.ts";
import { interleave } from "../harness/rounds.ts";
import { HttpConnection, type RawAnswer } from "../load/http-connection.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import type { BareAnswer } from "../processes/bare-answer-server.ts";
import { MeasuredProcess } from "../processes/measured-process.ts";
import { startQuarry } from "../processes/quarry-server.ts";

const BARE_SERVER = new URL("../processes/bare-answer-server.ts", import.meta.url);

const COLLECTION = "handbook";
/** Enough that the server reads several requests per turn of its loop, as it does under load. */
const CONNECTIONS = 16;
const REQUESTS_PER_ROUND = 4_000;
const ROUNDS = 15;
const WARM_UP_ROUNDS = 4;
const MAX_RATIO = 2;

/** What the contract, the checks and the store add to a plain answer. */
export const restOverhead: Bench = {
  name: "rest-overhead",
  summary: "GET of one collection against bare node:http answering the same bytes, by CPU time of the server",
  run: async (context) => {
    await using quarry = await startQuarry(join(context.directory, "data"));
    using client = await QuarryClient.open(quarry);
    await client.call("POST", "/v1/collections", {
      name: COLLECTION,
      description: "All that we know",
      metadata: { team: "search" },
    });
    const request = client.prepare("GET", `/v1/collections/${COLLECTION}`);
    const answer = await client.connection.fetch(request);
    await using bare = await startBare(context, answer);
    return await measure(context, { quarry: quarry.process, bare, request, answer });
  },
};

const startBare = async (context: BenchContext, answer: RawAnswer): Promise<MeasuredProcess> => {
  const file = join(context.directory, "answer.json");
  const bareAnswer: BareAnswer = {
    status: answer.status,
    head: withoutNodeHeaders(answer.head),
    body: answer.body.toString(),
  };
  await writeFile(file, JSON.stringify(bareAnswer));
  return MeasuredProcess.start(BARE_SERVER, [file]);
};

/** Node adds these to every answer by itself. */
const NODE_HEADERS = new Set(["date", "connection", "keep-alive"]);

const withoutNodeHeaders = (head: readonly string[]): readonly string[] =>
  head.filter((_, index) => !NODE_HEADERS.has(head[index - (index % 2)]!.toLowerCase()));

interface Sides {
  readonly quarry: MeasuredProcess;
  readonly bare: MeasuredProcess;
  readonly request: Buffer;
  readonly answer: RawAnswer;
}

const measure = async (context: BenchContext, { quarry, bare, request, answer }: Sides) => {
  const requests = scaled(context, REQUESTS_PER_ROUND, CONNECTIONS);
  context.note(
    `${answer.body.length} bytes of JSON; ${ROUNDS} rounds of ${requests} requests over ${CONNECTIONS} connections`,
  );
  using toQuarry = await Callers.open(quarry.port);
  using toBare = await Callers.open(bare.port);
  const microsecondsPerRequest = (server: MeasuredProcess, callers: Callers) => async () => {
    const cpuMs = await server.cpuWhile(() => callers.send(request, requests));
    return (cpuMs * 1000) / requests;
  };
  const rounds = await interleave({
    rounds: ROUNDS,
    warmUpRounds: WARM_UP_ROUNDS,
    subject: microsecondsPerRequest(quarry, toQuarry),
    reference: microsecondsPerRequest(bare, toBare),
  });
  const goal = { of: "ratio", atMost: MAX_RATIO } as const;
  return [compared({ name: "server CPU per request", unit: "µs", referenceName: "bare node:http", goal }, rounds)];
};

/** Connections that each send the next request when the last is answered. */
class Callers implements Disposable {
  readonly #connections: readonly HttpConnection[];

  private constructor(connections: readonly HttpConnection[]) {
    this.#connections = connections;
  }

  static async open(port: number): Promise<Callers> {
    return new Callers(await Promise.all(Array.from({ length: CONNECTIONS }, () => HttpConnection.open(port))));
  }

  async send(request: Buffer, times: number): Promise<void> {
    let left = times;
    const callInTurn = async (connection: HttpConnection) => {
      while (left-- > 0) await connection.exchange(request);
    };
    await Promise.all(this.#connections.map(callInTurn));
  }

  [Symbol.dispose](): void {
    for (const connection of this.#connections) connection[Symbol.dispose]();
  }
}
