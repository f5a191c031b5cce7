import type { OpenAiSettings } from "./openai-settings.ts";

/** Address of the API's embeddings: at Azure it names the deployment and the API's version. */
export const embeddingsAddress = ({ azure, baseUrl }: OpenAiSettings): string => {
  if (azure === undefined) return `${baseUrl.replace(/\/$/, "")}/embeddings`;
  const { endpoint, deployment, apiVersion } = azure;
  const path = `openai/deployments/${encodeURIComponent(deployment)}/embeddings`;
  return `${endpoint.replace(/(?<!\/)\/+$/, "")}/${path}?api-version=${encodeURIComponent(apiVersion)}`;
};
