import type { JsonObject } from "@bufbuild/protobuf";
import { AccessKeySchema } from "@quarry/api";
import type { KeyScope } from "@quarry/plugin/domain";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

const DAY_MS = 86_400_000;

export interface ServerKeyOptions extends GlobalOptions {
  readonly scope: KeyScope;
  readonly collections?: readonly string[];
  readonly days?: number;
  readonly filter?: JsonObject;
  readonly signing?: "HS256" | "EdDSA";
}

/** Lets the running service create a key, which is valid at once. */
export const createServerKey = (name: string, options: ServerKeyOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { scope, collections, days, filter, signing } = options;
    const request = {
      name,
      scope,
      ...(collections !== undefined && { collections }),
      ...(days !== undefined && { expiresAt: new Date(Date.now() + days * DAY_MS) }),
      ...(filter !== undefined && { filter }),
      ...(signing !== undefined && { signing }),
    };
    const made = await client.keys.createKey(request, { signal });
    print(AccessKeySchema, made, () => {
      terminal.print(made.key ?? "");
      terminal.note("\nCopy the key now: it is shown only once. The service accepts it already.");
    });
  });
