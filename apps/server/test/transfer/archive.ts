import { createHash } from "node:crypto";
import type { Api, Answer, Failure } from "../harness/api.ts";
import type { Collection } from "../harness/resources.ts";

const BLOCK = 512;

/** Entry of an archive, as a test changes it. */
export interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

export const exported = async (api: Api, name: string): Promise<Buffer> => {
  const response = await api.fetch("GET", `/v1/collections/${name}/export`);
  if (response.status !== 200) throw new Error(`export: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
};

export const tryImport = (
  api: Api,
  name: string,
  archive: Uint8Array,
  query = "",
): Promise<Answer<Collection & Failure>> =>
  api.call("POST", `/v1/collections/${name}/import${query}`, {
    body: archive as Uint8Array<ArrayBuffer>,
    headers: { "content-type": "application/x-tar" },
  });

export const imported = async (api: Api, name: string, archive: Uint8Array, query = ""): Promise<Collection> => {
  const answer = await tryImport(api, name, archive, query);
  if (answer.status !== 201) throw new Error(`import: ${answer.status} ${answer.text}`);
  return answer.body;
};

/** Reads a tar as any program does, by headers and sizes. */
export const entriesOf = (archive: Buffer): readonly Entry[] => {
  const entries: Entry[] = [];
  for (let at = 0; archive[at] !== 0;) {
    const name = archive.toString("latin1", at, at + 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(archive.toString("latin1", at + 124, at + 135), 8);
    entries.push({ name, bytes: archive.subarray(at + BLOCK, at + BLOCK + size) });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
};

export interface HeaderChange {
  readonly type?: string;
  /** Size in the header, independent of the actual size. */
  readonly size?: number;
}

export const tarEntry = ({ name, bytes }: Entry, change: HeaderChange = {}): Buffer => {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, "latin1");
  header.write("0000644\x000000000\x000000000\0", 100, "latin1");
  header.write(`${(change.size ?? bytes.length).toString(8).padStart(11, "0")}\0${"0".repeat(11)}\0`, 124, "latin1");
  header.write(" ".repeat(8), 148, "latin1");
  header.write(change.type ?? "0", 156, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return Buffer.concat([header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
};

export const tarOf = (entries: readonly Entry[]): Buffer =>
  Buffer.concat([...entries.map((entry) => tarEntry(entry)), Buffer.alloc(2 * BLOCK)]);

/** Returns an archive with changed entries and a matching end. */
export const changedArchive = (
  entries: readonly Entry[],
  change: (entry: Entry) => Entry | readonly Entry[],
): Buffer => {
  const before = entries.filter(({ name }) => name !== "end.json").flatMap(change);
  const end = JSON.parse(String(entries.at(-1)!.bytes)) as Record<string, unknown>;
  const sha256 = createHash("sha256")
    .update(Buffer.concat(before.map((entry) => tarEntry(entry))))
    .digest("hex");
  return tarOf([...before, { name: "end.json", bytes: Buffer.from(JSON.stringify({ ...end, sha256 })) }]);
};
