import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const NAME = { name: "quarry-tests", version: "1.0.0" };

/** Connects an official MCP client to `/mcp`. */
export const connectMcp = async (
  address: string,
  token: string,
  options: ClientOptions = {},
): Promise<Client & AsyncDisposable> => {
  const client = new Client(NAME, options);
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", address), { requestInit: { headers } }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
};

type Answer = Awaited<ReturnType<Client["callTool"]>>;

/** Returns the text of a response. */
export const textOf = (answer: Answer): string =>
  answer.content.map((part) => (part.type === "text" ? part.text : `<${part.type}>`)).join("\n");

/** Returns the structured content of a response, which must not be a failure. */
export const structuredOf = <A>(answer: Answer): A => {
  if (answer.isError === true || answer.structuredContent === undefined) throw new Error(textOf(answer));
  return answer.structuredContent as A;
};

export interface FoundPassages {
  readonly found: number;
  readonly is_cut: boolean;
  readonly notes: readonly string[];
  readonly passages: readonly {
    readonly collection: string;
    readonly document_id: string;
    readonly chunk_index: number;
    readonly filename: string | null;
    readonly page: number | null;
    readonly section: readonly string[];
    readonly score: number;
    readonly text: string;
  }[];
}
