import { randomUUID } from "node:crypto";
import { addressOf } from "@quarry/services";
import { openTemporary } from "./fixture.ts";
import { runWorkersSuite } from "./run-workers-suite.ts";

runWorkersSuite(() => openTemporary({ url: addressOf("redis"), keyPrefix: `test-${randomUUID()}` }));
