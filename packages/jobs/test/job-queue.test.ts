import { openTemporary } from "./fixture.ts";
import { jobQueueSuite } from "./job-queue-suite.ts";

jobQueueSuite(() => openTemporary());
