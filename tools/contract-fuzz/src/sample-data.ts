import type { Quarry } from "@quarry/services/kit";

/** Names from the document's examples: two collections, and vectors of eight numbers for the first. */
export const SAMPLES = { collections: ["handbook", "contracts"], dimension: 8 } as const;

/**
 * Creates the resources named in the document's examples: requests for a resource that is never found test hardly
 * anything.
 */
export async function addSampleData(server: Quarry): Promise<void> {
  const [first, second] = SAMPLES.collections;
  await server.call("POST", "/v1/collections", { name: first, dimension: SAMPLES.dimension });
  await server.call("POST", "/v1/collections", { name: second });
  for (const collection of SAMPLES.collections) {
    const form = new FormData();
    form.append("file", new Blob(["Employees may work from home up to three days a week."]), "remote-work.txt");
    form.append("metadata", JSON.stringify({ department: "people", year: 2026 }));
    await server.call("POST", `/v1/collections/${collection}/documents`, form);
  }
}
