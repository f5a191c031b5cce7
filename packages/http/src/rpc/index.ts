// The services of the contract, with keys, bounds and rates, in whichever protocol they are called.
export { type ConfiguredKey, makeKeyAuthenticator } from "./key-authenticator.ts";
export { rateLimited } from "./rate-limit.ts";
export { makeHealthServices, makeServices } from "./services.ts";
// Symbols above serve a server's main program; those below serve other ways in to the same services.
export type { HealthServices } from "./readiness.ts";
export { checkDependencies, checkModels, type DependencyHealth } from "./dependency-health.ts";
export { type HandlerFailure, runEffect, runFor, runToEndFor } from "./run-effect.ts";
export { authorize } from "./handler.ts";
export { passagePages } from "./chunk-pages.ts";
export { WatchedRecords } from "./watched-records.ts";
export { watchProgress } from "./watch-progress.ts";
