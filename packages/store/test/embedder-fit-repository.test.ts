import { embedderFitRepositorySuite } from "./embedder-fit-repository-suite.ts";
import { sqlitePlace } from "./fixture.ts";

embedderFitRepositorySuite(sqlitePlace);
