import { requestOf, type SearchSettings } from "./search-settings.ts";

export type Language = "curl" | "typescript" | "python";

export const LANGUAGES: readonly Language[] = ["curl", "typescript", "python"];

interface Call {
  readonly origin: string;
  readonly path: string;
  readonly body: object;
}

/**
 * Returns the search as a program for the service at `origin`. The program reads the key from the environment and does
 * not contain it.
 */
export const snippetOf = (language: Language, origin: string, query: string, settings: SearchSettings): string => {
  const { collections } = settings;
  const isOne = collections.length === 1;
  const request = requestOf(query, settings);
  const call: Call = {
    origin,
    path: isOne ? `/v1/collections/${encodeURIComponent(collections[0]!).replaceAll("'", "%27")}/query` : "/v1/query",
    body: isOne ? request : { collections, ...request },
  };
  return WRITERS[language](call);
};

const json = (value: unknown, indent: number): string =>
  JSON.stringify(value, null, 2).replaceAll("\n", `\n${" ".repeat(indent)}`);

const WRITERS: Readonly<Record<Language, (call: Call) => string>> = {
  curl: ({ origin, path, body }) =>
    [
      `curl -fsS -X POST '${origin}${path}' \\`,
      `  -H "Authorization: Bearer $QUARRY_API_KEY" \\`,
      `  -H 'Content-Type: application/json' \\`,
      // Within single quotes, the shell interprets no character except the quote itself.
      `  -d '${json(body, 2).replaceAll("'", `'\\''`)}'`,
    ].join("\n"),

  typescript: ({ origin, path, body }) =>
    [
      `const response = await fetch(${JSON.stringify(origin + path)}, {`,
      `  method: "POST",`,
      `  headers: {`,
      `    Authorization: \`Bearer \${process.env.QUARRY_API_KEY}\`,`,
      `    "Content-Type": "application/json",`,
      `  },`,
      `  body: JSON.stringify(${json(body, 2)}),`,
      `});`,
      `if (!response.ok) throw new Error((await response.json()).detail);`,
      `const { results } = await response.json();`,
      `for (const { score, text, metadata } of results) console.log(score, metadata.filename, metadata.page, text);`,
    ].join("\n"),

  python: ({ origin, path, body }) =>
    [
      `import json, os, urllib.request`,
      ``,
      `request = urllib.request.Request(`,
      `    ${JSON.stringify(origin + path)},`,
      `    headers={`,
      `        "Authorization": f"Bearer {os.environ['QUARRY_API_KEY']}",`,
      `        "Content-Type": "application/json",`,
      `    },`,
      `    data=json.dumps(${pythonOf(body, 4)}).encode(),`,
      `)`,
      `with urllib.request.urlopen(request) as response:`,
      `    results = json.load(response)["results"]`,
      `for result in results:`,
      `    print(result["score"], result["metadata"].get("filename"), result["metadata"].get("page"), result["text"])`,
    ].join("\n"),
};

/** Formats a JSON value as Python source. */
const pythonOf = (value: unknown, indent: number): string => {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = " ".repeat(indent + 4);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => pythonOf(item, indent + 4))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pythonOf(item, indent + 4)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return items.length === 0
    ? open + close
    : `${open}\n${items.map((item) => `${inner}${item},\n`).join("")}${" ".repeat(indent)}${close}`;
};
