import { writeFile } from "node:fs/promises";
import type { ProviderServer } from "@quarry/provider-servers";
import type { DataFolder } from "../harness/data-folder.ts";

/** Provider in the config of a test. */
export interface TestedProvider {
  readonly url: string;
  readonly pace?: Readonly<Record<string, number>>;
  readonly timeoutSeconds?: number;
}

export const MODEL = "text-embedding-3-small";
export const DIMENSION = 1_536;

/** Writes a config file with these providers by name; none of them needs a key. */
export const configWith = async (
  folder: DataFolder,
  providers: Readonly<Record<string, TestedProvider>>,
): Promise<string> => {
  const file = folder.file("providers.config.json");
  const embedders = Object.fromEntries(
    Object.entries(providers).map(([name, { url, pace = {}, timeoutSeconds = 60 }]) => {
      const models = [{ name: MODEL, dimension: DIMENSION }];
      const settings = { baseUrl: `${url}/v1`, credential: "none", models, timeoutSeconds };
      return [name, { plugin: "@quarry/embedder-openai", settings, pace }];
    }),
  );
  await writeFile(file, JSON.stringify({ embedders }));
  return file;
};

/** Returns a loopback address on which no server listens. */
export const nobodysUrl = async (server: ProviderServer): Promise<string> => {
  await server.close();
  return server.url;
};

/** Returns the fields of a collection that name its embedder. */
export const embeddedBy = (name: string) => ({
  embedding_provider: name,
  embedding_model: MODEL,
  dimension: DIMENSION,
});
