export { AnswerError, DimensionError } from "./answer-error.ts";
export { type CredentialSettings, credentialNeed, keyToSend, secretsOf } from "./call-credential.ts";
export { callProvider } from "./call-provider.ts";
export { checkEmbedRequest } from "./check-embed-request.ts";
export { type JsonPost, postJson } from "./post-json.ts";
export type { ProviderCall } from "./provider-call.ts";
export { providerSettings } from "./provider-settings.ts";
export { retryAfterSeconds } from "./retry-after.ts";
export { unitVectors } from "./unit-vectors.ts";
