import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Quarry } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { startBare } from "../support/bare-server.ts";
import { Caller } from "../support/caller.ts";

const NAME = "kept";
const PATH = `/v1/collections/${NAME}/documents`;
/** Size of the file that is uploaded again, in bytes. */
const FILE_BYTES = 1_048_576;

export default {
  summary: "a PATCH against a GET and a durable commit; a file sent again unchanged against storing its bytes",
  run: async (bench) => {
    const quarry = bench.use(await Quarry.start());
    await quarry.call("POST", "/v1/collections", { name: NAME });
    const caller = bench.use(new Caller(quarry));
    const rounds = Array.from({ length: bench.scaled(100, 3) }, (_, at) => at);
    for (const [name, words] of Object.entries({ "a small document": 50, "a large document": 300_000 })) {
      const id = await caller.upload(NAME, `${words}.txt`, "Beavers build dams of wood and mud. ".repeat(words / 8));
      await caller.untilReady(NAME, id);
      const database = bench.use(commits(join(bench.directory, `${words}.db`)));
      let turn = 0;
      await bench.latency({
        ...{ name: `PATCH of ${name}`, reference: "GET and one durable commit", items: rounds, server: quarry },
        subject: () => caller.call("PATCH", `${PATH}/${id}`, { metadata: { turn: (turn += 1) } }),
        other: async () => {
          await caller.call("GET", `${PATH}/${id}`);
          database.commit(turn);
        },
        p50: { ratio: 1.5 },
      });
    }
    const text = "Otters sleep on their backs. ".repeat(bench.scaled(FILE_BYTES, 1_000) / 29);
    const again = { external_id: "otters", on_conflict: "replace" };
    await caller.untilReady(NAME, await caller.upload(NAME, "otters.txt", text, again));
    const bare = bench.use(await startBare("store", join(bench.directory, "stored")));
    const storing = bench.use(new Caller(bare));
    await bench.latency({
      ...{ name: "an unchanged file sent again", reference: "bare node:http that stores it", items: rounds },
      ...{ server: quarry, p50: { ratio: 2 } },
      subject: () => caller.upload(NAME, "otters.txt", text, again),
      other: () => storing.fetch(storing.request("POST", "/", text, "text/plain")),
    });
  },
} satisfies Case;

/** Makes commits of one row each, with the same durability as the service's own. */
const commits = (path: string) => {
  const database = new DatabaseSync(path);
  database.exec("pragma journal_mode = wal; pragma synchronous = full; create table note (number integer)");
  const insert = database.prepare("insert into note values (?)");
  return { commit: (number: number) => insert.run(number), [Symbol.dispose]: () => database.close() };
};
