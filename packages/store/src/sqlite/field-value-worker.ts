import { DatabaseSync } from "node:sqlite";
import { DomainError } from "@quarry/plugin/domain";
import { Kysely } from "kysely";
import { type FieldValueQueries, fieldValueQueries } from "../field-values/field-value-queries.ts";
import type { Tables } from "../tables.ts";
import { NodeSqliteDialect } from "./node-sqlite-dialect.ts";

/** Query on documents of the database in a file. */
export interface FieldValueTask {
  readonly path: string;
  readonly collectionId: string;
  readonly name: keyof FieldValueQueries;
  readonly request: never;
}

export type FieldValueAnswer =
  | { readonly value: unknown }
  | { readonly refused: Pick<DomainError, "code" | "message"> }
  | { readonly failed: { readonly message: string; readonly errcode: unknown } };

let opened: Kysely<Tables> | undefined;

/** The Piscina task. The connection stays open as long as its thread. */
export default async ({ path, collectionId, name, request }: FieldValueTask): Promise<FieldValueAnswer> => {
  try {
    opened ??= new Kysely<Tables>({ dialect: new NodeSqliteDialect(new DatabaseSync(path, { readOnly: true })) });
    return { value: await fieldValueQueries(opened, collectionId)[name](request) };
  } catch (error) {
    if (error instanceof DomainError) return { refused: { code: error.code, message: error.message } };
    const { message, errcode } = error as { readonly message: string; readonly errcode?: unknown };
    return { failed: { message, errcode } };
  }
};
