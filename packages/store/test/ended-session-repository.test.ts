import { endedSessionRepositorySuite } from "./ended-session-repository-suite.ts";
import { sqlitePlace } from "./fixture.ts";

endedSessionRepositorySuite(sqlitePlace);
