import { idempotencyRepositorySuite } from "./idempotency-repository-suite.ts";
import { createSqliteDatabase } from "./fixture.ts";

idempotencyRepositorySuite(createSqliteDatabase);
