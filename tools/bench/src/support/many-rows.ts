import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Quarry } from "@quarry/services/kit";
import type { Bench } from "../harness/bench.ts";

export const MANY = "many";

/**
 * Starts the service on a collection with this many documents, a hundredth as many other collections, and as many
 * waiting jobs. They are written directly to the database in a folder that the service has created: through the API
 * they would take hours.
 */
export const startManyRows = async (bench: Bench, rows: number): Promise<Quarry> => {
  const folder = await bench.prepared(`many-rows-${rows}`, async (folder) => {
    await using quarry = await start(folder);
    await quarry.call("POST", "/v1/collections", { name: MANY });
    await quarry.stop();
    const database = new DatabaseSync(join(folder, "data", "quarry.db"));
    database.exec(fillWith(rows));
    database.close();
  });
  return start(folder);
};

const start = (folder: string): Promise<Quarry> =>
  Quarry.start({ data: join(folder, "data"), environment: { SERVICE_LOG_LEVEL: "error" } });

const ID =
  "lower(printf('%s-%s-4%s-8%s-%s', hex(randomblob(4)), hex(randomblob(2)), substr(hex(randomblob(2)), 2), substr(hex(randomblob(2)), 2), hex(randomblob(6))))";
const TIME = "strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + n, 'unixepoch')";
const numbers = (count: number) =>
  `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count})`;

/** Other collections are copies of the existing one, except for unique values. */
const fillWith = (rows: number): string => `
  pragma synchronous = off;
  begin;
  create temp table first as select * from collections;
  create temp table others as
    ${numbers(Math.max(1, Math.floor(rows / 100)))} select first.* from numbers cross join first;
  update others set id = ${ID}, name = 'other-' || rowid, name_lower = 'other-' || rowid;
  insert into collections select * from others;
  ${numbers(rows)}
    insert into documents (id, collection_id, filename, file_type, file_size, content_hash, metadata, status,
      generation, chunk_count, token_count, created_at, updated_at)
    select ${ID}, (select id from first), 'file-' || n || '.txt', 'txt', 4000, '', '{}', 'ready', 1, 0, 0, ${TIME}, ${TIME}
    from numbers;
  update collections set document_count = ${rows}, size_bytes = ${rows * 4_000}, newest_at = '2030-01-01T00:00:00.000Z'
    where id = (select id from first);
  ${numbers(rows)}
    insert into jobs (id, kind, subject, family, payload, state, attempts, max_attempts, run_at, line, created_at)
    select 'wait:' || n, 'wait', 'wait:' || n, '', 'null', 'queued', 0, 5, 4000000000000 + n, 2, 1700000000000 from numbers;
  commit;`;
