import {
  compareStrings,
  mapInTimeSlices,
  metadataFacts,
  PluginError,
  recordBatches,
  type VectorRecord,
} from "@quarry/plugin";
import type { PoolClient } from "pg";
import type { EntryTable } from "./entry-table.ts";
import { PLUGIN_NAME } from "./pgvector-failure.ts";
import { idBytes, toPostgresText, vectorText } from "./postgres-text.ts";
import { SqlParameters } from "./sql-parameters.ts";

/** A statement is limited to 65,535 values, six per entry; the server parses a statement as a whole. */
const STATEMENT_LIMITS = { maxRecords: 1_000, maxBytes: 32 * 1024 * 1024 };

/** Upserts records atomically, in the caller's transaction. */
export const upsertRecords = async (
  client: PoolClient,
  table: EntryTable,
  records: readonly VectorRecord[],
): Promise<void> => {
  const broken = records.find(({ id }) => !id.isWellFormed());
  if (broken !== undefined) {
    const message = `the id ${JSON.stringify(broken.id)} holds half a surrogate pair, which is no text`;
    throw new PluginError({ plugin: PLUGIN_NAME, reason: "invalid", message });
  }
  // Reports a missing collection even without records.
  await client.query(`select from ${table.name} limit 0`);
  const latest = [...new Map(records.map((record) => [record.id, record])).values()];
  // Sorted in a global order, so that two batches with common ids can't deadlock.
  for (const batch of recordBatches(
    latest.toSorted((a, b) => compareStrings(a.id, b.id)),
    STATEMENT_LIMITS,
  )) {
    const parameters = new SqlParameters();
    const rows = await mapInTimeSlices(batch, (record) => rowOf(record, parameters));
    await client.query(
      `insert into ${table.name} (id, embedding, metadata, passage, facts, numbers) values ${rows.join(", ")}
       on conflict (id) do update set embedding = excluded.embedding, metadata = excluded.metadata,
         passage = excluded.passage, facts = excluded.facts, numbers = excluded.numbers`,
      parameters.values,
    );
  }
};

const rowOf = ({ id, vector, metadata, text }: VectorRecord, parameters: SqlParameters): string => {
  const { words, numbers } = metadataFacts(metadata);
  const bounds = [...numbers].map(([path, { least, greatest }]) => [toPostgresText(path), [least, greatest]]);
  return `(${[
    `${parameters.add(idBytes(id))}::bytea`,
    `${parameters.add(vectorText(vector))}::vector`,
    // Type `json` stores the original text: `jsonb` supports neither NUL nor lone surrogates.
    `${parameters.add(JSON.stringify(metadata))}::json`,
    `${parameters.add(JSON.stringify(text))}::json`,
    `${parameters.add(words.map(toPostgresText))}::text[]`,
    `${parameters.add(JSON.stringify(Object.fromEntries(bounds)))}::jsonb`,
  ].join(", ")})`;
};

/** Deletes entries and returns how many existed. */
export const deleteIds = (client: PoolClient, table: EntryTable, ids: readonly Buffer[]): Promise<number> =>
  deleteWhere(client, table, "id = any($1::bytea[])", [ids]);

/** Deletes matching entries. Locks them in the same order as upserts. */
export const deleteWhere = async (
  client: PoolClient,
  table: EntryTable,
  condition: string,
  values: readonly unknown[],
): Promise<number> => {
  const { rowCount } = await client.query(
    `with doomed as materialized (select id from ${table.name} where ${condition} order by id for update)
     delete from ${table.name} as entry using doomed where entry.id = doomed.id`,
    [...values],
  );
  return rowCount ?? 0;
};
