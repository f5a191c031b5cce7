import { createHash, randomBytes, randomUUID } from "node:crypto";
import { isCollectionName, type KeyScope } from "@quarry/plugin/domain";
import { NotFoundError, PermissionDeniedError } from "@quarry/client";
import { UsageError } from "../failures.ts";
import { printFields } from "../output/table.ts";
import { terminal } from "../output/terminal.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

export interface NewKeyOptions extends GlobalOptions {
  readonly scope: KeyScope;
  readonly collections?: readonly string[];
  /** Of no use here: the config file has no word for it. */
  readonly days?: number;
  readonly filter?: string;
  readonly signing?: string;
}

/** Tells a key of Quarry from other secrets, so that scanners of leaked credentials can find it. */
const KEY_PREFIX = "qk_";
/** 256 bits: nothing to guess, so that a plain digest protects it. */
const KEY_BYTES = 32;
const NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** Makes a key on this machine; the service knows it once its digest stands in the config file. */
export const newKey = (name: string, { scope, collections, days, filter, signing, json }: NewKeyOptions): void => {
  if (filter !== undefined)
    throw new UsageError("--filter needs --server: keys of the config file are for all documents");
  if (signing !== undefined) throw new UsageError("--signing needs --server: the service keeps what signs");
  if (days !== undefined) throw new UsageError("--days needs --server: keys of the config file have no end");
  if (!NAME.test(name)) throw new UsageError("a name has 1 to 64 letters, digits, dots, underscores or hyphens");
  const wrong = collections?.find((collection) => !isCollectionName(collection));
  if (wrong !== undefined) throw new UsageError(`--collections: ${JSON.stringify(wrong)} is no name of a collection`);
  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString("base64url");
  const sha256 = createHash("sha256").update(key).digest("hex");
  const entry = { apiKeys: { [name]: { sha256, scope, ...(collections !== undefined && { collections }) } } };
  const { print, note } = terminal();
  if (json === true) return print(JSON.stringify({ name, key, entry }, undefined, 2));
  print(key);
  note(`\nThe key is shown this once: keep it. In the config file of the service (SERVICE_CONFIG), then restart it:\n`);
  note(JSON.stringify(entry, undefined, 2));
};

interface KeyReport {
  /** Undefined where no collection is there on which it could be tried. */
  readonly scope: KeyScope | undefined;
  /** The collections that it may touch and that exist; undefined for all. */
  readonly collections: readonly string[] | undefined;
}

/** Finds out what the key in use may do, by calls that change nothing. */
export const checkKey = (options: GlobalOptions): Promise<void> =>
  withSession(options, async (session) => {
    const { isJson, printJson, terminal: output } = session;
    const { scope, collections } = await whatItMay(session);
    if (isJson) return printJson({ scope: scope ?? null, collections: collections ?? null });
    printFields(output, {
      scope: scope ?? "read at least; whether write can't be tried before one of its collections is there",
      collections: collections === undefined ? "all" : collections.join(", ") || "none that is there",
    });
  });

const whatItMay = async (session: Session): Promise<KeyReport> => {
  const { client, signal } = session;
  // The first call of all: a key that nobody has fails here.
  const names = (await Array.fromAsync(client.collections.all({ signal }))).map(({ name }) => name);
  // A key for some collections is refused a name that is none of them; for any other key there is just no such one.
  const nobodys = `check_${randomUUID().replaceAll("-", "")}`;
  const isForAll = await isAllowed(() => client.collections.getCollection({ name: nobodys }, { signal }));
  const collections = isForAll ? undefined : names;
  if (await isAllowed(() => client.webhooks.listWebhooks({ limit: 1 }, { signal }))) {
    return { scope: "admin", collections };
  }
  const target = isForAll ? nobodys : names[0];
  if (target === undefined) return { scope: undefined, collections };
  // Nobody has a document of this id: it is looked for only by a key that may delete.
  const request = { collectionName: target, documentId: randomUUID() };
  const mayWrite = await isAllowed(() => client.documents.deleteDocument(request, { signal }));
  return { scope: mayWrite ? "write" : "read", collections };
};

const isAllowed = async (call: () => Promise<unknown>): Promise<boolean> => {
  try {
    await call();
  } catch (error) {
    if (error instanceof PermissionDeniedError) return false;
    if (!(error instanceof NotFoundError)) throw error;
  }
  return true;
};
