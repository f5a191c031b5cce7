import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { madeUpWords, Quarry } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { Caller } from "../support/caller.ts";

const CLI = fileURLToPath(new URL("../../../../apps/cli/src/main.ts", import.meta.url));
/** Half a printed page: the benchmark measures the cost per file other than its text. */
const CHARACTERS = 1_000;

export default {
  summary: "quarry ingest of 1,000 small files, its start included, against a bare client that uploads the same texts",
  run: async (bench) => {
    const quarry = bench.use(await Quarry.start());
    const caller = bench.use(new Caller(quarry));
    const count = bench.scaled(1_000, 20);
    bench.note(`rounds of ${count} files of about ${CHARACTERS} characters, none twice`);
    let seed = 0;
    let collection = "";
    const texts = () => Array.from({ length: count }, () => madeUpWords().document(CHARACTERS, (seed += 1)));
    const makeCollection = async (): Promise<void> => {
      collection = `files_${seed}`;
      await quarry.call("POST", "/v1/collections", { name: collection });
    };
    await bench.compare({
      reference: "a bare client",
      rounds: 3,
      subject: async () => {
        await makeCollection();
        const folder = join(bench.directory, collection);
        mkdirSync(folder);
        for (const [index, text] of texts().entries()) writeFileSync(join(folder, `document-${index}.md`), text);
        const command = [...process.execArgv, CLI, "ingest", collection, folder];
        const env = { ...process.env, QUARRY_URL: quarry.address, QUARRY_API_KEY: quarry.secret };
        const run = () => promisify(execFile)(process.execPath, command, { env, maxBuffer: Infinity });
        return { seconds: (await taken(run)).ms / 1_000 };
      },
      other: async () => {
        await makeCollection();
        return { seconds: await caller.ingest(collection, texts()) };
      },
      figures: { seconds: ["files until searchable", "s", { ratio: 1.25 }] },
    });
  },
} satisfies Case;
