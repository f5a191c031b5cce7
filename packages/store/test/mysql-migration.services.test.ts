import { spawn } from "node:child_process";
import { once } from "node:events";
import { makeDatabase } from "@quarry/services";
import { mysqlDatabaseLayer } from "@quarry/store";
import { Effect, Layer, Redacted } from "effect";
import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";
import { afterEach, beforeEach, expect, test } from "vitest";

let made: Awaited<ReturnType<typeof makeDatabase>>;
let connection: Connection;
beforeEach(async () => {
  made = await makeDatabase();
  connection = await createConnection(made.url);
});
afterEach(async () => {
  await connection.end();
  await made.drop();
});

const migrate = () =>
  Effect.runPromise(Effect.scoped(Layer.build(mysqlDatabaseLayer({ url: Redacted.make(made.url) }))));

const rowsOf = async (statement: string) => (await connection.query<RowDataPacket[]>(statement))[0];

/** Returns every column and every index. */
const schema = async () => ({
  columns: await rowsOf(
    `select table_name, column_name, column_type, is_nullable, column_default, collation_name, extra
     from information_schema.columns where table_schema = database() order by 1, ordinal_position`,
  ),
  indexes: await rowsOf(
    `select table_name, index_name, seq_in_index, column_name, non_unique
     from information_schema.statistics where table_schema = database() order by 1, 2, 3`,
  ),
});

test("a migration continues after an interruption between statements", async () => {
  await migrate();
  const whole = await schema();
  expect(whole.columns.length).toBeGreaterThan(50);
  // Each statement has been executed, and nothing of it was recorded.
  await connection.query("delete from kysely_migration");
  await migrate();
  expect(await schema()).toEqual(whole);
  // Some statements have not been executed: the last ones of each migration.
  await connection.query("delete from kysely_migration");
  await connection.query("drop table meta, job_totals, query_days");
  await connection.query("drop index documents_by_status on documents");
  await connection.query("drop index webhook_deliveries_by_age on webhook_deliveries");
  await migrate();
  expect(await schema()).toEqual(whole);
});

test("a migration is finished by the next process when one is killed in the middle", async () => {
  await migrate();
  const whole = await schema();
  await connection.query(`drop database ${connection.config.database}`);
  await connection.query(`create database ${connection.config.database}`);
  await connection.query(`use ${connection.config.database}`);
  const script = `
    import { mysqlDatabaseLayer } from "@quarry/store";
    import { Effect, Layer, Redacted } from "effect";
    await Effect.runPromise(Effect.scoped(Layer.build(mysqlDatabaseLayer({ url: Redacted.make(process.argv[1]) }))));
  `;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", script, made.url], {
    cwd: new URL(".", import.meta.url),
    stdio: "inherit",
  });
  const exited = once(child, "exit");
  while (child.exitCode === null && (await rowsOf("show tables like 'documents'")).length === 0);
  child.kill("SIGKILL");
  await exited;
  await migrate();
  expect(await schema()).toEqual(whole);
});
