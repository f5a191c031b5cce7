import { sqlitePlace } from "./fixture.ts";
import { usageRepositorySuite } from "./usage-repository-suite.ts";

usageRepositorySuite(sqlitePlace);
