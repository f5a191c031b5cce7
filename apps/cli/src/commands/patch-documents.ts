import type { JsonObject } from "@bufbuild/protobuf";
import { DocumentSchema } from "@quarry/api";
import type { PatchDocumentRequest } from "@quarry/client/types";
import { UsageError } from "../failures.ts";
import { plain } from "../output/plain.ts";
import { printFields } from "../output/table.ts";
import { withSession } from "../session.ts";
import { type WorkOptions, workOn } from "./documents.ts";
import { reportWork } from "./operations.ts";

interface PatchOptions extends WorkOptions {
  readonly metadata?: JsonObject;
  readonly name?: string;
  readonly externalId?: string;
  readonly expiresAt?: string;
}

/** Updates one document, or all that match the filter. */
export const patchDocuments = (
  collectionName: string,
  documentId: string | undefined,
  options: PatchOptions,
): Promise<void> =>
  withSession(options, async (session) => {
    const { client, print, terminal, signal } = session;
    const change = changeOf(options);
    const work = workOn(collectionName, documentId === undefined ? [] : [documentId], options);
    if (work !== undefined) {
      const { metadata, expiresAt, ...ofOne } = change;
      if (Object.keys(ofOne).length > 0) throw new UsageError("--name and --external-id are for one document");
      const shared = {
        ...(metadata !== undefined && { metadata }),
        ...(expiresAt !== undefined && { expiresAt }),
      };
      return reportWork(
        session,
        "updated",
        await client.operations.updateDocuments({ ...work, ...shared }, { signal }),
      );
    }
    const document = await client.documents.patchDocument(
      { collectionName, documentId: documentId!, ...change },
      { signal },
    );
    print(DocumentSchema, document, () => printFields(terminal, plain(DocumentSchema, document) as JsonObject));
  });

type Change = Pick<PatchDocumentRequest, "metadata" | "filename" | "externalId" | "expiresAt">;

/** Returns the change that the options request. An empty string removes the field. */
const changeOf = ({ metadata, name, externalId, expiresAt }: PatchOptions): Change => {
  const change: Change = {
    ...(metadata !== undefined && { metadata }),
    ...(name !== undefined && { filename: name }),
    ...(externalId !== undefined && { externalId: externalId === "" ? null : externalId }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === "" ? null : timeOf(expiresAt) }),
  };
  if (Object.keys(change).length > 0) return change;
  throw new UsageError("say what to change: --metadata, --name, --external-id or --expires-at");
};

const timeOf = (text: string) => {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  throw new UsageError(`--expires-at: must be a time such as 2027-01-31T12:00:00Z, got ${JSON.stringify(text)}`);
};
