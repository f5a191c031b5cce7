import { documentRepositorySuite } from "./document-repository-suite.ts";
import { createSqliteDatabase } from "./fixture.ts";

documentRepositorySuite(createSqliteDatabase);
