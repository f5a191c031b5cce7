/**
 * Whether a webhook's body comes from the service that has the secret. `signatureHeader` is the request's
 * `X-Service-Signature`. The body must be the received bytes, before they are parsed or reformatted. The comparison
 * takes constant time, so its duration reveals nothing about the signature.
 */
export const verifyWebhook = async (
  body: Uint8Array | string,
  signatureHeader: string | null | undefined,
  secret: string,
): Promise<boolean> => {
  const input = bytesOfHex(/^sha256=([0-9a-f]{64})$/i.exec(signatureHeader?.trim() ?? "")?.[1]);
  if (input === undefined || secret === "") return false;
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["verify"]);
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  // `verify` compares in constant time.
  return crypto.subtle.verify("HMAC", key, input, bytes as Uint8Array<ArrayBuffer>);
};

const bytesOfHex = (hex: string | undefined): Uint8Array<ArrayBuffer> | undefined =>
  hex === undefined ? undefined : Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
