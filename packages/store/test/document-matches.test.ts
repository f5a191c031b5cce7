import { documentMatchesSuite } from "./document-matches-suite.ts";
import { sqlitePlace } from "./fixture.ts";

documentMatchesSuite(sqlitePlace);
