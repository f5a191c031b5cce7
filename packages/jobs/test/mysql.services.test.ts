import { afterAll, describe } from "vitest";
import { openTemporary } from "./fixture.ts";
import { jobQueueSuite } from "./job-queue-suite.ts";
import { operationSuite } from "./operation-suite.ts";
import { parkSuite } from "./park-suite.ts";
import { reusedMysql } from "./reused-mysql.ts";
import { runWorkersSuite } from "./run-workers-suite.ts";
import { fairOrderSuite } from "./fair-order-suite.ts";
import { severalProcessesSuite } from "./several-processes-suite.ts";

const { makeEmpty, drop } = reusedMysql();
afterAll(drop);
const openQueue = () => openTemporary(undefined, makeEmpty);

describe("job table", () => {
  jobQueueSuite(openQueue);
});
describe("operation", () => {
  operationSuite(openQueue);
});
describe("parked jobs", () => {
  parkSuite(openQueue);
});
describe("fair order", () => {
  fairOrderSuite(openQueue);
});
describe("workers", () => {
  runWorkersSuite(openQueue);
});
describe("worker processes", () => {
  severalProcessesSuite(openQueue, 100);
});
