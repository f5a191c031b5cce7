import * as Redacted from "effect/Redacted";

/** Returns the credential of a call as a message field. Omits it if the peer declares that it needs none. */
export const credentialField = (
  { capabilities }: { readonly capabilities: { readonly credential: "required" | "optional" | "none" } },
  credential: Redacted.Redacted<string> | undefined,
): { readonly credential?: string } =>
  credential === undefined || capabilities.credential === "none" ? {} : { credential: Redacted.value(credential) };
