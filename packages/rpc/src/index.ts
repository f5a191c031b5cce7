export { type ConfiguredKey, type KeyAuthenticatorOptions, makeKeyAuthenticator } from "./key-authenticator.ts";
export { makeServices } from "./services.ts";
