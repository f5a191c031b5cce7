import { idempotencyRepositorySuite } from "./idempotency-repository-suite.ts";
import { sqlitePlace } from "./fixture.ts";

idempotencyRepositorySuite(sqlitePlace);
