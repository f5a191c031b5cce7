import { embedderFitRepositorySuite } from "./embedder-training-repository-suite.ts";
import { sqlitePlace } from "./fixture.ts";

embedderFitRepositorySuite(sqlitePlace);
