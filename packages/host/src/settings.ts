import { limits } from "@quarry/domain";
import { Redacted } from "effect";
import { ConfigurationError } from "./configuration-error.ts";
import { booleanSetting, choiceSetting, integerSetting, type Setting, textSetting, urlSetting } from "./setting.ts";

/** Every environment setting of the service, declared once; nothing else reads the environment. */
export const SETTINGS = {
  apiSecret: textSetting(
    {
      variable: "SERVICE_API_SECRET",
      description:
        "The full-access secret that callers send as bearer token. Not set: one is made at the first start and kept in the data folder.",
    },
    undefined,
    true,
  ),
  host: textSetting({ variable: "SERVICE_HOST", description: "Address to listen on." }, "127.0.0.1"),
  port: integerSetting(
    { variable: "SERVICE_PORT", description: "Port to listen on; 0 takes any free one." },
    { minimum: 0, maximum: 65_535, fallback: 8_080 },
  ),
  dataDirectory: textSetting(
    { variable: "SERVICE_DATA_DIR", description: "Folder that holds everything the service keeps." },
    ".quarry",
  ),
  configFile: textSetting(
    {
      variable: "SERVICE_CONFIG",
      description: "Path of the configuration file (JSON with comments). Not set: the embedded default.",
    },
    undefined,
  ),
  maxUploadSizeMegabytes: integerSetting(
    {
      variable: "SERVICE_MAX_UPLOAD_SIZE_MB",
      description: "Largest file of an upload, in MB of 1,048,576 bytes.",
    },
    { minimum: 1, maximum: 1_048_576, fallback: limits.DEFAULT_MAX_UPLOAD_SIZE_MB },
  ),
  rateLimitPerMinute: integerSetting(
    {
      variable: "SERVICE_RATE_LIMIT_PER_MINUTE",
      description: "Requests that each key may make in a minute; beyond them it gets 429. 0 is no limit.",
    },
    { minimum: 0, maximum: 1_000_000, fallback: 0 },
  ),
  webhookDeliveryTimeoutSeconds: integerSetting(
    {
      variable: "SERVICE_WEBHOOK_DELIVERY_TIMEOUT",
      description: "Seconds after which a webhook delivery counts as failed.",
    },
    { minimum: 1, maximum: 300, fallback: 10 },
  ),
  webhookAllowPrivate: booleanSetting(
    {
      variable: "SERVICE_WEBHOOK_ALLOW_PRIVATE",
      description:
        "Whether https webhooks may go to private addresses. Link-local ones, where clouds keep their metadata, stay refused.",
    },
    false,
  ),
  encryptionKey: textSetting(
    {
      variable: "SERVICE_ENCRYPTION_KEY",
      description:
        "Key that encrypts stored API keys: 32 bytes as base64 or hex. Not set: one is made in the data folder.",
    },
    undefined,
    true,
  ),
  logLevel: choiceSetting(
    { variable: "SERVICE_LOG_LEVEL", description: "What is logged, at least this serious." },
    ["debug", "info", "warn", "error", "silent"],
    "info",
  ),
  ingestConcurrency: integerSetting(
    { variable: "SERVICE_INGEST_CONCURRENCY", description: "Documents processed at the same time." },
    { minimum: 1, maximum: 64, fallback: 2 },
  ),
  parseTimeoutSeconds: integerSetting(
    {
      variable: "SERVICE_PARSE_TIMEOUT_SECONDS",
      description: "Seconds that parsing one document may take before the document fails.",
    },
    { minimum: 1, maximum: 86_400, fallback: 600 },
  ),
  parseMemoryMegabytes: integerSetting(
    {
      variable: "SERVICE_PARSE_MEMORY_MB",
      description:
        "Memory, in MB, that parsing one document may take before the document fails, beyond the parser's own.",
    },
    { minimum: 64, maximum: 65_536, fallback: 1_024 },
  ),
  shutdownGraceSeconds: integerSetting(
    {
      variable: "SERVICE_SHUTDOWN_GRACE_SECONDS",
      description: "Seconds that running requests and documents get to finish when the service is asked to stop.",
    },
    { minimum: 0, maximum: 3_600, fallback: 10 },
  ),
  openaiBaseUrl: urlSetting(
    { variable: "OPENAI_BASE_URL", description: "Address of the OpenAI-compatible embedding API (provider_a)." },
    "https://api.openai.com/v1",
  ),
  cohereBaseUrl: urlSetting(
    { variable: "CO_API_URL", description: "Address of the Cohere API (provider_b)." },
    "https://api.cohere.com",
  ),
} as const;

type ValueOf<S> = S extends Setting<infer Value> ? Value : never;

/** The decoded settings; secrets are `Redacted`, so that no log line shows them. */
export type Settings = {
  readonly [Key in Exclude<keyof typeof SETTINGS, "apiSecret" | "encryptionKey">]: ValueOf<(typeof SETTINGS)[Key]>;
} & {
  readonly apiSecret: Redacted.Redacted<string> | undefined;
  readonly encryptionKey: Redacted.Redacted<string> | undefined;
};

/** Reads all settings; throws one `ConfigurationError` that names every setting that is wrong. */
export const readSettings = (environment: Readonly<Record<string, string | undefined>>): Settings => {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    values[key] = readSetting(setting, environment[setting.variable], problems);
  }
  if (problems.length > 0) throw new ConfigurationError({ problems });
  return values as unknown as Settings;
};

const readSetting = (setting: Setting<unknown>, text: string | undefined, problems: string[]): unknown => {
  // An empty variable is how shells and compose files say "not set".
  if (text === undefined || text === "") return setting.fallback;
  const value = setting.read(text);
  if (value === undefined) {
    const got = setting.secret === true ? "something else" : JSON.stringify(text);
    problems.push(`${setting.variable}: must be ${setting.expected}, got ${got}`);
  }
  return setting.secret === true && typeof value === "string" ? Redacted.make(value) : value;
};
