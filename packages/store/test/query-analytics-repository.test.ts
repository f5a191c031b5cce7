import { sqlitePlace } from "./fixture.ts";
import { queryAnalyticsRepositorySuite } from "./query-analytics-repository-suite.ts";

queryAnalyticsRepositorySuite(sqlitePlace);
