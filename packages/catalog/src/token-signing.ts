import { createPublicKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { invalidArgument } from "@quarry/plugin/domain";
import type { TokenSigning } from "@quarry/store";
import { Redacted } from "effect";

/** Request for a new key that signs user tokens. */
export interface SigningRequest {
  readonly algorithm: TokenSigning["algorithm"];
  /** With EdDSA: SPKI in PEM, of which the caller keeps the private one. Left out: the pair is made here. */
  readonly publicKey?: string | undefined;
}

export interface SigningMaterial {
  /** Signing key, shown to the caller once; undefined where the caller keeps the private key. */
  readonly key: Redacted.Redacted | undefined;
  readonly signing: TokenSigning;
}

/** Tells a secret of ours from others, so that scanners of leaked credentials can find it. */
const SECRET_PREFIX = "qs_";

/** As much as HMAC with SHA-256 can use. */
const SECRET_BYTES = 32;

/** A public key of Ed25519 in PEM has 113 characters; more than spaces around it is another one. */
const MAX_PUBLIC_KEY_LENGTH = 1_024;

/** Makes a signing key, or takes the public key of a caller's own pair. Throws `invalid_argument`. */
export const makeTokenSigning = (
  { algorithm, publicKey }: SigningRequest,
  seal: (secret: Redacted.Redacted) => string,
): SigningMaterial => {
  if (algorithm === "HS256") {
    if (publicKey !== undefined) throw invalidArgument("public_key: goes with signing EdDSA only, got one with HS256");
    const key = Redacted.make(SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64url"));
    return { key, signing: { algorithm, secret: seal(key) } };
  }
  if (publicKey !== undefined) return { key: undefined, signing: { algorithm, publicKey: readPublicKey(publicKey) } };
  const pair = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return { key: Redacted.make(pair.privateKey), signing: { algorithm, publicKey: pair.publicKey } };
};

/** As this service writes it. Nothing of what came is repeated: it may be a private key by mistake. */
const readPublicKey = (input: string): string => {
  const isPublic = input.length <= MAX_PUBLIC_KEY_LENGTH && input.trimStart().startsWith("-----BEGIN PUBLIC KEY-----");
  try {
    const key = isPublic ? createPublicKey(input) : undefined;
    if (key?.asymmetricKeyType === "ed25519") return key.export({ type: "spki", format: "pem" }).toString();
  } catch {
    // Said below.
  }
  throw invalidArgument(
    "public_key: must be a public key of Ed25519, SPKI in PEM (openssl pkey -pubout), got something else",
  );
};
