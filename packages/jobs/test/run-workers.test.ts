import { openTemporary } from "./fixture.ts";
import { runWorkersSuite } from "./run-workers-suite.ts";

runWorkersSuite(() => openTemporary());
