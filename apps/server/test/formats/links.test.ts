import { expect, test } from "vitest";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";

const server = useSharedServer();

interface Linked {
  readonly text: string;
  readonly links?: readonly { readonly text: string; readonly url: string }[];
}

const PAGE = `<h1>Permits</h1><p>The form is <a href="https://permits.example/form-77?a=1">to be had here</a>!</p>
<p><a href="javascript:alert(1)">Not this</a>, nor <a href="#top">that</a>.</p>
<table><tr><th>Office<th>Page</tr><tr><td>Quay | North<td><a href="mailto:quay@permits.example">write</a></tr></table>`;

test("link addresses appear in chunks, results and Markdown, and are found by keyword search", async () => {
  await server.api.createCollection("links", { search_mode: "keyword" });
  const document = await server.api.ingest({ collection: "links", filename: "permits.html", bytes: PAGE });
  await server.api.ingest({ collection: "links", filename: "other.txt", bytes: "Nothing of that kind." });
  const found = { text: "to be had here", url: "https://permits.example/form-77?a=1" };
  const mail = { text: "write", url: "mailto:quay@permits.example" };

  const chunks = (await server.api.chunks("links", document.id)) as unknown as readonly Linked[];
  expect(chunks.flatMap(({ links = [] }) => links)).toEqual([found, mail]);
  expect(chunks.map(({ text }) => text).join()).not.toContain("permits.example");

  for (const query of ["permits.example/form-77", "https://permits.example/form-77?a=1", '"permits.example/form-77"']) {
    const answer = await server.api.expect<{ results: readonly Linked[] }>(200, "POST", "/v1/collections/links/query", {
      json: { query, search_mode: "keyword" },
    });
    expect(answer.results[0]?.links).toContainEqual(found);
  }
  const without = await server.api.expect<{ results: readonly Linked[] }>(200, "POST", "/v1/collections/links/query", {
    json: { query: "Nothing of that kind", search_mode: "keyword" },
  });
  expect(without.results[0]).not.toHaveProperty("links");

  const markdown = await server.api.call("GET", `/v1/collections/links/documents/${document.id}/markdown`);
  expect(markdown.text).toContain("The form is [to be had here](https://permits.example/form-77?a=1)!");
  expect(markdown.text).toContain("| Quay \\| North | [write](mailto:quay@permits.example) |");
});
