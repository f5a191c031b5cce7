import { embeddingCacheRepositorySuite } from "./embedding-cache-repository-suite.ts";
import { sqlitePlace } from "./fixture.ts";

embeddingCacheRepositorySuite(sqlitePlace);
