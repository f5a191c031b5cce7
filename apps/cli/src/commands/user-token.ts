import { createHmac, createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { JsonObject } from "@bufbuild/protobuf";
import { isCollectionName } from "@quarry/plugin/domain";
import { UsageError } from "../failures.ts";
import { terminal } from "../output/terminal.ts";
import type { GlobalOptions } from "../settings.ts";

/** Environment variable, not an option: other users of a machine can see command lines. */
const SECRET = "QUARRY_SIGNING_SECRET";

/** Longest lifetime of a token that the service accepts. */
const MAX_MINUTES = 1_440;

export interface UserTokenOptions extends GlobalOptions {
  readonly filter: JsonObject;
  readonly subject?: string;
  readonly scope: "read" | "write";
  readonly collections?: readonly string[];
  readonly minutes: number;
}

/** Prints a user token, as a backend would sign it. The service refuses permissions beyond those of the signing key. */
export const userToken = (name: string, options: UserTokenOptions): void => {
  const { filter, subject, scope, collections, minutes, json } = options;
  if (minutes > MAX_MINUTES) throw new UsageError(`--minutes: must be at most ${MAX_MINUTES}, got ${minutes}`);
  const wrong = collections?.find((collection) => !isCollectionName(collection));
  if (wrong !== undefined) throw new UsageError(`--collections: ${JSON.stringify(wrong)} is not a collection name`);
  const iat = Math.floor(Date.now() / 1_000);
  const claims = {
    ...(subject !== undefined && { sub: subject }),
    ...{ iat, exp: iat + minutes * 60, filter, scope },
    ...(collections !== undefined && { collections }),
  };
  const token = signed(name, claims, process.env[SECRET]);
  const { print, note } = terminal();
  if (json === true) return print(JSON.stringify({ token, claims }, undefined, 2));
  print(token);
  note(`\nA bearer token for ${minutes} minutes; revoke the key ${name} to end it sooner.`);
};

const signed = (kid: string, claims: object, secret: string | undefined): string => {
  if (secret === undefined || secret.trim() === "") {
    throw new UsageError(
      `${SECRET}: must be what \`quarry keys new ${kid} --server --signing …\` printed, got nothing`,
    );
  }
  const isPair = secret.includes("-----BEGIN");
  const body = `${part({ alg: isPair ? "EdDSA" : "HS256", kid })}.${part(claims)}`;
  const signature = isPair
    ? sign(null, Buffer.from(body), privateKey(secret))
    : createHmac("sha256", secret.trim()).update(body).digest();
  return `${body}.${signature.toString("base64url")}`;
};

const privateKey = (pem: string): KeyObject => {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The error below reports it, without printing the key.
  }
  throw new UsageError(`${SECRET}: must be a secret, or an Ed25519 private key in PEM; it is another kind of key`);
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
