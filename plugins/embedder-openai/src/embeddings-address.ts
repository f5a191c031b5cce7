import type { OpenAiSettings } from "./openai-settings.ts";

/** Returns the URL of the embeddings API. On Azure it contains the deployment and the API version. */
export const embeddingsAddress = ({ azure, baseUrl }: OpenAiSettings): string => {
  if (azure === undefined) return `${baseUrl.replace(/\/$/, "")}/embeddings`;
  const { endpoint, deployment, apiVersion } = azure;
  const path = `openai/deployments/${encodeURIComponent(deployment)}/embeddings`;
  return `${endpoint.replace(/(?<!\/)\/+$/, "")}/${path}?api-version=${encodeURIComponent(apiVersion)}`;
};
