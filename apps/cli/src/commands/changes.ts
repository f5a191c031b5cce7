import type { JsonObject } from "@bufbuild/protobuf";
import { IndexChangeSchema } from "@quarry/api";
import type { StartChangeRequest } from "@quarry/client/types";
import { PartialFailure, UsageError } from "../failures.ts";
import { plain } from "../output/plain.ts";
import { printFields } from "../output/table.ts";
import type { Session } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";
import { followChange, hasSwitched } from "./follow-change.ts";

type StartOptions = GlobalOptions & { readonly wait?: boolean };

export const startChange = async (
  session: Session,
  { collectionName, ...request }: StartChangeRequest,
  { wait }: StartOptions,
): Promise<void> => {
  if (Object.keys(request).length === 0) {
    throw new UsageError("at least one of --store, --embedder, --model, --dimension is needed");
  }
  const { client, print, terminal, signal } = session;
  const started = await client.changes.startChange({ collectionName, ...request }, { signal });
  const { vectorStore, embeddingModel } = started.to;
  const change = wait === true ? await followChange(session, started, `${vectorStore} ${embeddingModel}`) : started;
  print(IndexChangeSchema, change, () => printFields(terminal, plain(IndexChangeSchema, change) as JsonObject));
  if (wait === true && !hasSwitched(change)) throw new PartialFailure(`the change is ${change.state}`);
};
