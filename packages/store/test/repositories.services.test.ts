import { afterAll, describe } from "vitest";
import { apiKeyRepositorySuite } from "./api-key-repository-suite.ts";
import { collectionRepositorySuite } from "./collection-repository-suite.ts";
import { documentMatchesSuite } from "./document-matches-suite.ts";
import { documentRepositorySuite } from "./document-repository-suite.ts";
import { embedderFitRepositorySuite } from "./embedder-training-repository-suite.ts";
import { embeddingCacheRepositorySuite } from "./embedding-cache-repository-suite.ts";
import { endedSessionRepositorySuite } from "./ended-session-repository-suite.ts";
import { idempotencyRepositorySuite } from "./idempotency-repository-suite.ts";
import { metaRepositorySuite } from "./meta-repository-suite.ts";
import { reusedMysqlPlace } from "./mysql-database.ts";
import { parallelSuite } from "./parallel-suite.ts";
import { queryAnalyticsRepositorySuite } from "./query-analytics-repository-suite.ts";
import { secretKeyCheckSuite } from "./secret-key-check-suite.ts";
import { usageRepositorySuite } from "./usage-repository-suite.ts";
import { webhookDeliveryRepositorySuite } from "./webhook-delivery-repository-suite.ts";

const { makePlace, drop } = reusedMysqlPlace();
afterAll(drop);

describe("api keys", () => {
  apiKeyRepositorySuite(makePlace);
});
describe("collections", () => {
  collectionRepositorySuite(makePlace);
});
describe("documents", () => {
  documentRepositorySuite(makePlace);
});
describe("documents by what they are", () => {
  documentMatchesSuite(makePlace);
});
describe("vectors", () => {
  embeddingCacheRepositorySuite(makePlace);
});
describe("fits", () => {
  embedderFitRepositorySuite(makePlace);
});
describe("answers", () => {
  idempotencyRepositorySuite(makePlace);
});
describe("facts", () => {
  metaRepositorySuite(makePlace);
});
describe("queries", () => {
  queryAnalyticsRepositorySuite(makePlace);
});
describe("usage", () => {
  usageRepositorySuite(makePlace);
});
describe("ended sessions", () => {
  endedSessionRepositorySuite(makePlace);
});
describe("the encryption key", () => {
  secretKeyCheckSuite(makePlace);
});
describe("webhook deliveries", () => {
  webhookDeliveryRepositorySuite(makePlace);
});
describe("several processes", () => {
  parallelSuite(makePlace);
});
