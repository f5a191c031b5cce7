import { createSqliteDatabase } from "./fixture.ts";
import { metaRepositorySuite } from "./meta-repository-suite.ts";

metaRepositorySuite(createSqliteDatabase);
