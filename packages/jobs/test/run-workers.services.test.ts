import { randomUUID } from "node:crypto";
import { addressOf } from "@quarry/services";
import { afterAll, describe } from "vitest";
import { openTemporary } from "./fixture.ts";
import { parkSuite } from "./park-suite.ts";
import { reusedMysql } from "./reused-mysql.ts";
import { runWorkersSuite } from "./run-workers-suite.ts";
import { fairOrderSuite } from "./fair-order-suite.ts";

const ownKeys = () => ({ url: addressOf("redis"), keyPrefix: `test-${randomUUID()}` });

describe("BullMQ over SQLite", () => {
  runWorkersSuite(() => openTemporary(ownKeys()));
  parkSuite(() => openTemporary(ownKeys()));
});

describe("BullMQ over MariaDB", () => {
  const { makeEmpty, drop } = reusedMysql();
  afterAll(drop);
  runWorkersSuite(() => openTemporary(ownKeys(), makeEmpty));
  parkSuite(() => openTemporary(ownKeys(), makeEmpty));
  fairOrderSuite(() => openTemporary(ownKeys(), makeEmpty));
});
