import * as Redacted from "effect/Redacted";

/** The credential of a call as its field; left out where the peer declares that it needs none. */
export const credentialField = (
  { capabilities }: { readonly capabilities: { readonly credential: "required" | "optional" | "none" } },
  credential: Redacted.Redacted<string> | undefined,
): { readonly credential?: string } =>
  credential === undefined || capabilities.credential === "none" ? {} : { credential: Redacted.value(credential) };
