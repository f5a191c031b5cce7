import type { JsonObject } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { DocumentSchema } from "@quarry/api";
import { UsageError } from "../failures.ts";
import { plain } from "../output/plain.ts";
import { printFields } from "../output/table.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

interface PatchOptions extends GlobalOptions {
  readonly metadata?: JsonObject;
  readonly name?: string;
  readonly externalId?: string;
  readonly expiresAt?: string;
}

export const patchDocument = (collectionName: string, documentId: string, options: PatchOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const change = changeOf(options);
    const document = await client.documents.patchDocument({ collectionName, documentId, ...change }, { signal });
    print(DocumentSchema, document, () => printFields(terminal, plain(DocumentSchema, document) as JsonObject));
  });

/** What is empty is taken away. */
const changeOf = ({ metadata, name, externalId, expiresAt }: PatchOptions) => {
  const change = {
    ...(metadata !== undefined && { metadata }),
    ...(name !== undefined && { filename: name }),
    ...(externalId !== undefined && (externalId === "" ? { clearExternalId: true } : { externalId })),
    ...(expiresAt !== undefined && (expiresAt === "" ? { clearExpiresAt: true } : { expiresAt: timeOf(expiresAt) })),
  };
  if (Object.keys(change).length > 0) return change;
  throw new UsageError("say what to change: --metadata, --name, --external-id or --expires-at");
};

const timeOf = (text: string) => {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return timestampFromDate(date);
  throw new UsageError(`--expires-at: must be a time such as 2027-01-31T12:00:00Z, got ${JSON.stringify(text)}`);
};
