import { endedSessionRepositorySuite } from "./ended-session-repository-suite.ts";
import { createSqliteDatabase } from "./fixture.ts";

endedSessionRepositorySuite(createSqliteDatabase);
