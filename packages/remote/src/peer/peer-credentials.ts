import { readFile } from "node:fs/promises";
import type { SecureContextOptions } from "node:tls";
import * as Redacted from "effect/Redacted";
import { PeerFailure } from "./peer-failure.ts";
import type { PeerSettings } from "./remote-settings.ts";

/**
 * TLS options of a connection. The files are read for each new connection: renewed files apply from the next one on.
 */
export const tlsOptions = async (settings: PeerSettings): Promise<SecureContextOptions> => {
  const { caCertificateFile, certificateFile, keyFile } = settings;
  return {
    ...(caCertificateFile && { ca: await readSetting("caCertificateFile", caCertificateFile) }),
    ...(certificateFile && { cert: await readSetting("certificateFile", certificateFile) }),
    ...(keyFile && { key: await readSetting("keyFile", keyFile) }),
  };
};

/** Characters that a header value can contain. */
const TOKEN = /^[\x21-\x7e]+$/;

/** Returns the token for calls, or undefined without one. */
export const tokenOf = async ({ token, tokenFile }: PeerSettings): Promise<string | undefined> => {
  if (token === undefined && tokenFile === undefined) return undefined;
  const value = token === undefined ? (await readSetting("tokenFile", tokenFile!)).trim() : Redacted.value(token);
  if (TOKEN.test(value)) return value;
  const setting = token === undefined ? "tokenFile" : "token";
  throw new PeerFailure("unauthorized", `setting ${setting}: it holds characters that no token has, or none`);
};

const readSetting = async (setting: string, path: string): Promise<string> => {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    // A secret can be missing for a moment while it is replaced.
    throw new PeerFailure("unavailable", `setting ${setting}: can't read ${path} (${code})`);
  }
};
