import type { SchemaChange } from "./schema-editor.ts";

/** Keys with an access filter, and keys that sign user tokens. */
export const keyBoundaries: SchemaChange = async ({ types, addColumn }) => {
  await addColumn("api_keys", "filter", types.json);
  await addColumn("api_keys", "signing", types.key);
  await addColumn("api_keys", "signing_secret", types.text);
  await addColumn("api_keys", "public_key", types.text);
};
