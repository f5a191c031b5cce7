import { afterAll } from "vitest";
import { databaseSuite } from "./database-suite.ts";
import { mysqlPlace, reusedMysqlPlace } from "./mysql-database.ts";

const { makePlace, drop } = reusedMysqlPlace();
afterAll(drop);

databaseSuite(makePlace, mysqlPlace);
