import { createSqliteDatabase } from "./fixture.ts";
import { usageRepositorySuite } from "./usage-repository-suite.ts";

usageRepositorySuite(createSqliteDatabase);
