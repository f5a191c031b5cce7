import type { SchemaChange } from "./schema-editor.ts";

/**
 * Provider that a job waits for and the start of the wait, so that a restart continues the wait; jobs that wait
 * together; and the source of a document's failure.
 */
export const waiting: SchemaChange = async ({ types, addColumn }) => {
  await addColumn("jobs", "waits_for", types.key);
  await addColumn("jobs", "waits", types.json);
  await addColumn("jobs", "family", types.key);
  await addColumn("documents", "failed_by", types.key);
};
