export { type ConfiguredKey, type KeyAuthenticatorOptions, makeKeyAuthenticator } from "./key-authenticator.ts";
export { rateLimited } from "./rate-limit.ts";
export { makeHealthServices, makeServices } from "./services.ts";
