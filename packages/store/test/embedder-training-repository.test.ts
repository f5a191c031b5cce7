import { embedderTrainingRepositorySuite } from "./embedder-training-repository-suite.ts";
import { createSqliteDatabase } from "./fixture.ts";

embedderTrainingRepositorySuite(createSqliteDatabase);
