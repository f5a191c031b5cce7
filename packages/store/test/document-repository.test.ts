import { documentRepositorySuite } from "./document-repository-suite.ts";
import { sqlitePlace } from "./fixture.ts";

documentRepositorySuite(sqlitePlace);
