import { openTemporary } from "./fixture.ts";
import { jobQueueSuite } from "./job-queue-suite.ts";
import { operationSuite } from "./operation-suite.ts";

jobQueueSuite(() => openTemporary());
operationSuite(() => openTemporary());
