import { createPublicKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { invalidArgument } from "@quarry/plugin/domain";
import type { TokenSigning } from "@quarry/store";
import { Redacted } from "effect";

/** Request for a new key that signs user tokens. */
export interface SigningRequest {
  readonly algorithm: TokenSigning["algorithm"];
  /**
   * With EdDSA: public key in SPKI PEM, whose private key the caller holds. Default: the service generates the pair.
   */
  readonly publicKey?: string | undefined;
}

export interface SigningMaterial {
  /** Signing key, shown to the caller once; undefined if the caller holds the private key. */
  readonly key: Redacted.Redacted | undefined;
  readonly signing: TokenSigning;
}

/** Prefix of our secrets. Scanners for leaked credentials recognise them by it. */
const SECRET_PREFIX = "qs_";

/** Maximum that HMAC-SHA-256 benefits from. */
const SECRET_BYTES = 32;

/**
 * An Ed25519 public key has 113 characters in PEM. The limit leaves room for surrounding white space; a longer text is
 * another kind of key.
 */
const MAX_PUBLIC_KEY_LENGTH = 1_024;

/** Creates a signing key, or uses the public key of the caller's own pair. Throws `invalid_argument`. */
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

/**
 * Normalises the key to this service's format. Errors don't quote the input, which could be a private key by mistake.
 */
const readPublicKey = (input: string): string => {
  const isPublic = input.length <= MAX_PUBLIC_KEY_LENGTH && input.trimStart().startsWith("-----BEGIN PUBLIC KEY-----");
  try {
    const key = isPublic ? createPublicKey(input) : undefined;
    if (key?.asymmetricKeyType === "ed25519") return key.export({ type: "spki", format: "pem" }).toString();
  } catch {
    // Reported below.
  }
  throw invalidArgument(
    "public_key: must be a public key of Ed25519, SPKI in PEM (openssl pkey -pubout), got something else",
  );
};
