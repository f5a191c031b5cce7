import type { JsonObject } from "@bufbuild/protobuf";
import { AccessKeySchema } from "@quarry/api";
import { type AccessKey, AccessKeySource } from "@quarry/client/types";
import { checkExact, type KeyScope } from "@quarry/plugin/domain";
import { UsageError } from "../failures.ts";
import { printTable } from "../output/table.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

/** Of a number that was rounded here, the service could only show what it became. */
const refuseRounded = (filter: JsonObject, text: string): void => {
  try {
    checkExact(filter, "--filter", text);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

const readFilter = (text: string): JsonObject => {
  let filter: unknown;
  try {
    filter = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (typeof filter === "object" && filter !== null && !Array.isArray(filter)) {
    refuseRounded(filter as JsonObject, text);
    return filter as JsonObject;
  }
  throw new UsageError(`--filter: must be a JSON object such as {"acl": "group:staff"}, got ${text}`);
};

const DAY_MS = 86_400_000;

export interface ServerKeyOptions extends GlobalOptions {
  readonly scope: KeyScope;
  readonly collections?: readonly string[];
  readonly days?: number;
  /** JSON. */
  readonly filter?: string;
  readonly signing?: "HS256" | "EdDSA";
}

/** Has the running service make a key: it can be used at once. */
export const createServerKey = (name: string, options: ServerKeyOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { scope, collections, days, filter, signing } = options;
    const request = {
      name,
      scope,
      ...(collections !== undefined && { collections }),
      ...(days !== undefined && { expiresAt: new Date(Date.now() + days * DAY_MS) }),
      ...(filter !== undefined && { filter: readFilter(filter) }),
      ...(signing !== undefined && { signing }),
    };
    const made = await client.keys.createKey(request, { signal });
    print(AccessKeySchema, made, () => {
      terminal.print(made.key ?? "");
      terminal.note("\nThe key is shown this once: keep it. The service knows it already.");
    });
  });

export const listServerKeys = (options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { keys } = await client.keys.listKeys({}, { signal });
    print(AccessKeySchema, keys, () => {
      const rows = keys.map((key) => [
        key.name,
        key.scope,
        key.collections?.join(", ") ?? "all",
        key.state,
        endOf(key),
        key.source === AccessKeySource.CONFIG ? "config file" : "service",
      ]);
      printTable(terminal, ["NAME", "SCOPE", "COLLECTIONS", "STATE", "ENDS", "KEPT IN"], rows);
    });
  });

const endOf = ({ revokedAt, expiresAt }: AccessKey): string => revokedAt ?? expiresAt ?? "never";

export const revokeServerKey = (name: string, options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, isJson, printJson, terminal, signal }) => {
    const { status, message } = await client.keys.revokeKey({ name }, { signal });
    if (isJson) printJson({ status, message });
    else terminal.print(message);
  });
