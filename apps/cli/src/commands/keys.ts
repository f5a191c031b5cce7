import { createHash, randomBytes } from "node:crypto";
import type { JsonObject } from "@bufbuild/protobuf";
import { isCollectionName, type KeyScope } from "@quarry/plugin/domain";
import { UsageError } from "../failures.ts";
import { printFields } from "../output/table.ts";
import { terminal } from "../output/terminal.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

export interface NewKeyOptions extends GlobalOptions {
  readonly scope: KeyScope;
  readonly collections?: readonly string[];
  /** Not used: the config file has no field for it. */
  readonly days?: number;
  readonly filter?: JsonObject;
  readonly signing?: string;
}

/** Prefix that identifies a Quarry key, for scanners of leaked credentials. */
const KEY_PREFIX = "qk_";
/** 256 bits of randomness: can't be guessed, so a plain digest is enough to protect it. */
const KEY_BYTES = 32;
const NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** Creates a key on this machine. The service accepts it once its digest is in the config file. */
export const newKey = (name: string, { scope, collections, days, filter, signing, json }: NewKeyOptions): void => {
  if (filter !== undefined)
    throw new UsageError("--filter requires --server: keys in the config file have no access filter");
  if (signing !== undefined) throw new UsageError("--signing requires --server: the service stores the signing key");
  if (days !== undefined) throw new UsageError("--days requires --server: keys in the config file don't expire");
  if (!NAME.test(name)) throw new UsageError("a name has 1 to 64 letters, digits, dots, underscores or hyphens");
  const wrong = collections?.find((collection) => !isCollectionName(collection));
  if (wrong !== undefined) throw new UsageError(`--collections: ${JSON.stringify(wrong)} is not a collection name`);
  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString("base64url");
  const sha256 = createHash("sha256").update(key).digest("hex");
  const entry = { apiKeys: { [name]: { sha256, scope, ...(collections !== undefined && { collections }) } } };
  const { print, note } = terminal();
  if (json === true) return print(JSON.stringify({ name, key, entry }, undefined, 2));
  print(key);
  note(`\nCopy the key now: it is shown only once. Add to the config file (SERVICE_CONFIG) and restart the service:\n`);
  note(JSON.stringify(entry, undefined, 2));
};

/** Prints the permissions of the key in use, as reported by the service. */
export const checkKey = (options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, isJson, printJson, terminal: output, signal }) => {
    const { name, scope, collections, filter: input, expiresAt } = await client.keys.whoAmI({}, { signal });
    const filter = Object.keys(input).length === 0 ? null : input;
    if (isJson) return printJson({ name, scope, collections, filter, expires_at: expiresAt });
    printFields(output, {
      ...{ name, scope, collections: collections?.join(", ") ?? "all" },
      ...{ filter: filter ?? "none", ends: expiresAt ?? "never" },
    });
  });
