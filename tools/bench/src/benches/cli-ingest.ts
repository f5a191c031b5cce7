import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { makeDocument, makeVocabulary } from "../data/prose.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { compared } from "../harness/figure.ts";
import { interleave } from "../harness/rounds.ts";
import { ingestDocuments } from "../load/ingest-documents.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import { type QuarryServer, startQuarry } from "../processes/quarry-server.ts";

const CLI = fileURLToPath(new URL("../../../../apps/cli/src/main.ts", import.meta.url));
const FILES = 1_000;
/** Half a printed page: what a file costs beside its text is what counts. */
const CHARACTERS = 1_000;
const ROUNDS = 3;
const WARM_UP_ROUNDS = 1;
/** 0.8 of the rate is 1.25 times the time. */
const MOST_TIME = 1.25;

/** What `quarry ingest` adds to what the service itself takes for many small files. */
export const cliIngest: Bench = {
  name: "cli-ingest",
  summary: "quarry ingest of small files, its start included, against a bare client that uploads the same texts",
  run: async (context) => {
    const vocabulary = makeVocabulary();
    const count = scaled(context, FILES, 20);
    context.note(`${ROUNDS} rounds of ${count} files of about ${CHARACTERS} characters, none twice`);
    await using quarry = await startQuarry(join(context.directory, "data"));
    let seed = 0;
    let round = 0;
    const texts = () => Array.from({ length: count }, () => makeDocument(vocabulary, CHARACTERS, (seed += 1)));
    /** Connected anew each time: the service closes a connection that is idle while the other has its turn. */
    const inCollection = async <A>(
      kind: string,
      work: (name: string, client: QuarryClient) => Promise<A>,
    ): Promise<A> => {
      const name = `${kind}_${(round += 1)}`;
      using client = await QuarryClient.open(quarry);
      await client.call("POST", "/v1/collections", { name });
      return await work(name, client);
    };
    const rounds = await interleave({
      rounds: ROUNDS,
      warmUpRounds: WARM_UP_ROUNDS,
      subject: () =>
        inCollection("cli", async (name) => secondsOfCli(quarry, name, await folderOf(context, name, texts()))),
      reference: () =>
        inCollection("bare", async (name, client) => (await ingestDocuments(client, name, texts())).seconds),
    });
    const figure = { name: "files until searchable", unit: "s", referenceName: "a bare client" };
    return [compared({ ...figure, goal: { of: "ratio", atMost: MOST_TIME } }, rounds)];
  },
};

const folderOf = async (context: BenchContext, name: string, texts: readonly string[]): Promise<string> => {
  const folder = join(context.directory, name);
  await mkdir(folder);
  for (const [index, text] of texts.entries()) await writeFile(join(folder, `document-${index}.md`), text);
  return folder;
};

const secondsOfCli = async (quarry: QuarryServer, collection: string, folder: string): Promise<number> => {
  const started = performance.now();
  await promisify(execFile)(process.execPath, [...process.execArgv, CLI, "ingest", collection, folder], {
    env: {
      ...process.env,
      QUARRY_URL: `http://127.0.0.1:${quarry.process.port}`,
      QUARRY_API_KEY: quarry.authorization.slice("Bearer ".length),
    },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return (performance.now() - started) / 1_000;
};
