import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Redacted } from "effect";

/** Name of the file in the data folder. */
const API_SECRET_FILE = "api-secret";

/** 256 bits, encoded as text that needs no quoting in a shell. */
const SECRET_BYTES = 32;

export interface ApiSecret {
  readonly secret: Redacted.Redacted;
  /** File that contains the secret, or undefined if the operator set it. */
  readonly file: string | undefined;
}

/**
 * Returns the secret that the operator set, else the one in the data folder. The first start creates the file (mode
 * 0600).
 */
export const loadApiSecret = async (
  input: Redacted.Redacted | undefined,
  dataDirectory: string,
): Promise<ApiSecret> => {
  if (input !== undefined) return { secret: input, file: undefined };
  const file = join(dataDirectory, API_SECRET_FILE);
  await create(file);
  const secret = (await readFile(file, "utf8")).trim();
  if (secret === "") throw new Error(`${file} is empty: delete it to get a new secret, or set SERVICE_API_SECRET`);
  return { secret: Redacted.make(secret), file };
};

const create = async (file: string): Promise<void> => {
  try {
    const handle = await open(file, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
    try {
      await handle.writeFile(`${randomBytes(SECRET_BYTES).toString("base64url")}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
};
