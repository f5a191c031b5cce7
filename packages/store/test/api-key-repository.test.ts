import { apiKeyRepositorySuite } from "./api-key-repository-suite.ts";
import { createSqliteDatabase } from "./fixture.ts";

apiKeyRepositorySuite(createSqliteDatabase);
