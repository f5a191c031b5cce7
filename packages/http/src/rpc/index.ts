// Services of the contract, with keys, access filters and rate limits, independent of the protocol.
export { type ConfiguredKey, makeKeyAuthenticator } from "./key-authenticator.ts";
export { rateLimited } from "./rate-limit.ts";
export { makeHealthServices, makeServices } from "./services.ts";
// Symbols above serve a server's main program; those below serve other interfaces to the same services.
export type { HealthServices } from "./readiness.ts";
export { checkDependencies, checkModels, type DependencyHealth } from "./dependency-health.ts";
export { type HandlerFailure, runEffect, runFor, runToEndFor } from "./run-effect.ts";
export { authorize } from "./handler.ts";
export { refreshed } from "./refreshed.ts";
export { passagePages } from "./chunk-pages.ts";
export { WatchedRecords } from "./watched-records.ts";
export type { DocumentStep } from "./watch-many-progress.ts";
export { watchProgress } from "./watch-progress.ts";
