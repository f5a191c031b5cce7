import { afterAll, describe } from "vitest";
import { apiKeyRepositorySuite } from "./api-key-repository-suite.ts";
import { collectionRepositorySuite } from "./collection-repository-suite.ts";
import { documentMatchesSuite } from "./document-matches-suite.ts";
import { documentRepositorySuite } from "./document-repository-suite.ts";
import { embedderTrainingRepositorySuite } from "./embedder-training-repository-suite.ts";
import { embeddingCacheRepositorySuite } from "./embedding-cache-repository-suite.ts";
import { endedSessionRepositorySuite } from "./ended-session-repository-suite.ts";
import { idempotencyRepositorySuite } from "./idempotency-repository-suite.ts";
import { metaRepositorySuite } from "./meta-repository-suite.ts";
import { reusedMysqlDatabase } from "./mysql-database.ts";
import { parallelSuite } from "./parallel-suite.ts";
import { queryAnalyticsRepositorySuite } from "./query-analytics-repository-suite.ts";
import { secretKeyCheckSuite } from "./secret-key-check-suite.ts";
import { usageRepositorySuite } from "./usage-repository-suite.ts";
import { webhookDeliveryRepositorySuite } from "./webhook-delivery-repository-suite.ts";

const { createDatabase, drop } = reusedMysqlDatabase();
afterAll(drop);

describe("API keys", () => {
  apiKeyRepositorySuite(createDatabase);
});
describe("collections", () => {
  collectionRepositorySuite(createDatabase);
});
describe("documents", () => {
  documentRepositorySuite(createDatabase);
});
describe("documents matched by filters", () => {
  documentMatchesSuite(createDatabase);
});
describe("the embedding cache", () => {
  embeddingCacheRepositorySuite(createDatabase);
});
describe("embedder trainings", () => {
  embedderTrainingRepositorySuite(createDatabase);
});
describe("stored responses", () => {
  idempotencyRepositorySuite(createDatabase);
});
describe("metadata values", () => {
  metaRepositorySuite(createDatabase);
});
describe("query statistics", () => {
  queryAnalyticsRepositorySuite(createDatabase);
});
describe("usage", () => {
  usageRepositorySuite(createDatabase);
});
describe("ended sessions", () => {
  endedSessionRepositorySuite(createDatabase);
});
describe("the encryption key", () => {
  secretKeyCheckSuite(createDatabase);
});
describe("webhook deliveries", () => {
  webhookDeliveryRepositorySuite(createDatabase);
});
describe("several processes", () => {
  parallelSuite(createDatabase);
});
