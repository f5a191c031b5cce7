import { createSqliteDatabase } from "./fixture.ts";
import { secretKeyCheckSuite } from "./secret-key-check-suite.ts";

secretKeyCheckSuite(createSqliteDatabase);
