import { apiKeyRepositorySuite } from "./api-key-repository-suite.ts";
import { sqlitePlace } from "./fixture.ts";

apiKeyRepositorySuite(sqlitePlace);
