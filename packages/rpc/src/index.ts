export { secretAuthenticator } from "./secret-authenticator.ts";
export { makeServices } from "./services.ts";
