import type { Api } from "../harness/api.ts";

export interface MadeKey {
  readonly name: string;
  /** Secret to sign in with. */
  readonly key: string;
}

/** Creates an access key through the API. */
export const makeKey = async (
  api: Api,
  key: { readonly name: string; readonly scope: "read" | "write" | "admin"; readonly collections?: readonly string[] },
): Promise<MadeKey> => api.expect<MadeKey>(201, "POST", "/v1/admin/keys", { json: key });
