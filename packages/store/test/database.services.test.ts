import { afterAll } from "vitest";
import { databaseSuite } from "./database-suite.ts";
import { createMysqlDatabase, reusedMysqlDatabase } from "./mysql-database.ts";

const { createDatabase, drop } = reusedMysqlDatabase();
afterAll(drop);

databaseSuite(createDatabase, createMysqlDatabase);
