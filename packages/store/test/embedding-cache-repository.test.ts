import { embeddingCacheRepositorySuite } from "./embedding-cache-repository-suite.ts";
import { createSqliteDatabase } from "./fixture.ts";

embeddingCacheRepositorySuite(createSqliteDatabase);
