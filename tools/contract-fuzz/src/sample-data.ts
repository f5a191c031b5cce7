import type { RunningServer } from "./running-server.ts";

/** What the examples name: two collections, and vectors of eight numbers for the first. */
export const SAMPLES = { collections: ["handbook", "contracts"], dimension: 8 } as const;

const JSON_TYPE = { "content-type": "application/json" };

/** The things that the document's examples name, so that they are found: what is never found is hardly tested. */
export async function addSampleData(server: RunningServer): Promise<void> {
  const [first, second] = SAMPLES.collections;
  await createCollection(server, { name: first, dimension: SAMPLES.dimension });
  await createCollection(server, { name: second });
  for (const collection of SAMPLES.collections) await upload(server, collection);
}

const createCollection = (server: RunningServer, fields: object): Promise<void> =>
  post(server, "/v1/collections", JSON.stringify(fields), JSON_TYPE);

function upload(server: RunningServer, collection: string): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob(["Employees may work from home up to three days a week."]), "remote-work.txt");
  form.append("metadata", JSON.stringify({ department: "people", year: 2026 }));
  return post(server, `/v1/collections/${collection}/documents`, form, {});
}

async function post(
  { address, secret }: RunningServer,
  path: string,
  body: string | FormData,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const authorization = `Bearer ${secret}`;
  const response = await fetch(address + path, { method: "POST", body, headers: { ...headers, authorization } });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`POST ${path}: ${response.status} ${text}`);
}
