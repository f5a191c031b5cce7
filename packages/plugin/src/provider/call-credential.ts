import { Effect, Redacted } from "effect";
import { PluginError } from "../plugin-error.ts";
import type { ProviderCall } from "./provider-call.ts";

export interface CredentialSettings {
  readonly credential: "required" | "optional" | "none";
  readonly apiKey?: Redacted.Redacted<string>;
}

/**
 * Returns whether collections need a key for a plugin with these settings: a server-wide key makes the collection's key
 * optional.
 */
export const credentialNeed = ({ credential, apiKey }: CredentialSettings): CredentialSettings["credential"] =>
  credential === "required" && apiKey !== undefined ? "optional" : credential;

/** Characters that a header can contain; a key with a line break or a typographic dash was copied incorrectly. */
const KEY = /^[\x21-\x7e]+$/;

/** Returns the key to send: the collection's own, otherwise the server's. Undefined if none is needed. */
export const keyToSend = (
  { credential, apiKey }: CredentialSettings,
  own: Redacted.Redacted<string> | undefined,
  { plugin, baseUrl, keyField }: Pick<ProviderCall, "plugin" | "baseUrl" | "keyField">,
): Effect.Effect<string | undefined, PluginError> => {
  if (credential === "none") return Effect.succeed(undefined);
  const input = own === undefined || Redacted.value(own) === "" ? apiKey : own;
  const refuse = (problem: string) =>
    Effect.fail(new PluginError({ plugin, reason: "unauthorized", message: `${new URL(baseUrl).host} ${problem}` }));
  if (input === undefined) {
    if (credential === "optional") return Effect.succeed(undefined);
    return refuse(`needs an API key: the collection has no ${keyField}, and the config no apiKey for all`);
  }
  const key = Redacted.value(input).trim();
  if (!KEY.test(key))
    return refuse(`was not called: the ${keyField} contains characters that are invalid in an API key; copy it again`);
  return Effect.succeed(key);
};

/** Shorter header values are switches and names, not secrets. */
const MIN_SECRET_HEADER_LENGTH = 8;

/** Returns the texts that no message may show: the key and the values of the operator's headers. */
export const secretsOf = (headers: Readonly<Record<string, string>>, key: string | undefined): readonly string[] => [
  ...(key === undefined ? [] : [key]),
  ...Object.values(headers).filter((value) => value.length >= MIN_SECRET_HEADER_LENGTH),
];
