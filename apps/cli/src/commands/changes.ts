import type { JsonObject } from "@bufbuild/protobuf";
import { IndexChangeSchema, ListChangesResponseSchema } from "@quarry/api";
import type { IndexChange, IndexDescription } from "@quarry/client/types";
import { PartialFailure, UsageError } from "../failures.ts";
import { plain } from "../output/plain.ts";
import { printFields, printTable } from "../output/table.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";
import { followChange, hasSwitched } from "./follow-change.ts";

interface StartOptions extends GlobalOptions {
  readonly store?: string;
  readonly embedder?: string;
  readonly model?: string;
  readonly dimension?: number;
  readonly wait?: boolean;
}

export const startChange = (collectionName: string, options: StartOptions): Promise<void> =>
  withSession(options, async (session) => {
    const { store, embedder, model, dimension, wait } = options;
    const request = {
      ...(store !== undefined && { vectorStore: store }),
      ...(embedder !== undefined && { embeddingProvider: embedder }),
      ...(model !== undefined && { embeddingModel: model }),
      ...(dimension !== undefined && { dimension }),
    };
    if (Object.keys(request).length === 0) {
      throw new UsageError("at least one of --store, --embedder, --model, --dimension is needed");
    }
    const { client, signal } = session;
    const started = await client.changes.startChange({ collectionName, ...request }, { signal });
    const change = wait === true ? await followChange(session, started, targetOf(started)) : started;
    show(session, change);
    if (wait === true && !hasSwitched(change)) throw new PartialFailure(`the change is ${change.state}`);
  });

const targetOf = ({ to }: IndexChange): string => labelOf(to);

const labelOf = ({ vectorStore, embeddingModel }: IndexDescription): string => `${vectorStore} ${embeddingModel}`;

export const listChanges = (collectionName: string, options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const answer = await client.changes.listChanges({ collectionName }, { signal });
    print(ListChangesResponseSchema, answer, () => {
      const rows = answer.changes.map((change) => [
        change.id,
        change.state,
        `${change.progress} %`,
        labelOf(change.from),
        targetOf(change),
        change.error ?? "",
      ]);
      printTable(terminal, ["ID", "STATE", "DONE", "FROM", "TO", ""], rows);
    });
  });

export const oneChange = (
  what: "show" | "cancel" | "rollback",
  collectionName: string,
  id: string,
  options: GlobalOptions,
): Promise<void> =>
  withSession(options, async (session) => {
    const { changes } = session.client;
    const call = { show: changes.getChange, cancel: changes.cancelChange, rollback: changes.rollBackChange }[what];
    show(session, await call({ collectionName, id }, { signal: session.signal }));
  });

const show = ({ print, terminal }: Session, change: IndexChange): void =>
  print(IndexChangeSchema, change, () => printFields(terminal, plain(IndexChangeSchema, change) as JsonObject));
