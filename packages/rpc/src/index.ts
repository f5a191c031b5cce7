export { type ConfiguredKey, type KeyAuthenticatorOptions, makeKeyAuthenticator } from "./key-authenticator.ts";
export { rateLimited } from "./rate-limit.ts";
export { makeHealthServices, makeServices } from "./services.ts";
// Symbols above serve a server's main program; the one below serves other ways in to the same services.
export { runEffect } from "./run-effect.ts";
