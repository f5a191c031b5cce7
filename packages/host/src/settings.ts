import { limits } from "@quarry/plugin/domain";
import { Redacted } from "effect";
import { ConfigurationError } from "./configuration-error.ts";
import {
  booleanSetting,
  choiceSetting,
  integerSetting,
  matchingSetting,
  networksSetting,
  type Setting,
  textSetting,
  urlSetting,
} from "./setting.ts";

/** All environment settings of the service, declared once. No other code reads the environment. */
export const SETTINGS = {
  apiSecret: textSetting(
    {
      variable: "SERVICE_API_SECRET",
      description:
        "Full-access secret that clients send as bearer token. Default: generated at the first start and stored in the data folder.",
    },
    undefined,
    true,
  ),
  host: textSetting({ variable: "SERVICE_HOST", description: "Address to listen on." }, "127.0.0.1"),
  port: integerSetting(
    { variable: "SERVICE_PORT", description: "Port to listen on; 0 selects a free one." },
    { minimum: 0, maximum: 65_535, fallback: 8_080 },
  ),
  dataDirectory: textSetting(
    { variable: "SERVICE_DATA_DIR", description: "Folder for all data of the service." },
    ".quarry",
  ),
  role: choiceSetting(
    {
      variable: "SERVICE_ROLE",
      description:
        "Role of this process: serve the API (api), process documents (worker), or both (all). Separate roles need a shared database, Redis, files and vector store.",
    },
    ["all", "api", "worker"],
    "all",
  ),
  databaseUrl: matchingSetting(
    {
      variable: "SERVICE_DATABASE_URL",
      description:
        "Address of the metadata database: mysql://user:password@host:3306/database, for MySQL 8 and later or MariaDB 10.11 and later. Default: SQLite in the data folder.",
    },
    { pattern: /^mysql:\/\/./, expected: "a mysql:// address", secret: true },
  ),
  databasePoolSize: integerSetting(
    {
      variable: "SERVICE_DATABASE_POOL_SIZE",
      description: "Maximum number of connections of this process to a MySQL database.",
    },
    { minimum: 2, maximum: 200, fallback: 10 },
  ),
  redisUrl: matchingSetting(
    {
      variable: "SERVICE_REDIS_URL",
      description:
        "Address of Redis: redis://host:6379, or rediss:// with TLS. Required for jobs through BullMQ and for progress across processes.",
    },
    { pattern: /^rediss?:\/\/./, expected: "a redis:// or rediss:// address", secret: true },
  ),
  redisPrefix: textSetting(
    {
      variable: "SERVICE_REDIS_PREFIX",
      description: "Prefix of all names in Redis, so that several installations can share it.",
    },
    "quarry",
  ),
  queue: choiceSetting(
    {
      variable: "SERVICE_QUEUE",
      description:
        "Job queue: the metadata database (sql) or BullMQ on Redis (bullmq); auto selects BullMQ if SERVICE_REDIS_URL is set.",
    },
    ["auto", "sql", "bullmq"],
    "auto",
  ),
  files: matchingSetting(
    {
      variable: "SERVICE_FILES",
      description:
        "Storage of original files: the absolute path of a folder, or s3://bucket/prefix. Default: the folder files in the data folder.",
    },
    {
      pattern: /^(\/.*|[A-Za-z]:[\\/].*|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/.*)?)$/,
      expected: "an absolute path or s3://bucket/prefix",
    },
  ),
  s3Endpoint: matchingSetting(
    {
      variable: "SERVICE_S3_ENDPOINT",
      description:
        "Address of an S3-compatible server, with path-style addressing. Default: Amazon S3. Credentials come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or from the AWS SDK's default provider chain.",
    },
    { pattern: /^https?:\/\/./, expected: "an http:// or https:// address" },
  ),
  s3Region: textSetting({ variable: "SERVICE_S3_REGION", description: "Region of the S3 bucket." }, "us-east-1"),
  configFile: textSetting(
    {
      variable: "SERVICE_CONFIG",
      description: "Path of the configuration file (JSON with comments). Default: the built-in configuration.",
    },
    undefined,
  ),
  maxUploadSizeMegabytes: integerSetting(
    {
      variable: "SERVICE_MAX_UPLOAD_SIZE_MB",
      description: "Maximum size of an uploaded file, in MB of 1,048,576 bytes.",
    },
    { minimum: 1, maximum: 1_048_576, fallback: limits.DEFAULT_MAX_UPLOAD_SIZE_MB },
  ),
  maxAnswerSizeMegabytes: integerSetting(
    {
      variable: "SERVICE_MAX_ANSWER_SIZE_MB",
      description:
        "Maximum size of a response, in MB of 1,048,576 bytes; a larger one fails with 413. Unread large responses of one key share the same limit in total, those of all keys three times as much. Exports, files and other streams are not limited.",
    },
    { minimum: 1, maximum: 1_024, fallback: 64 },
  ),
  rateLimitPerMinute: integerSetting(
    {
      variable: "SERVICE_RATE_LIMIT_PER_MINUTE",
      description: "Requests per minute and key; further ones fail with 429. 0: no limit.",
    },
    { minimum: 0, maximum: 1_000_000, fallback: 0 },
  ),
  trustedProxies: networksSetting({
    variable: "SERVICE_TRUSTED_PROXIES",
    description:
      "Trusted proxies, as addresses and networks, separated by commas. Their X-Forwarded-For identifies the client.",
  }),
  connectionsPerAddress: integerSetting(
    {
      variable: "SERVICE_CONNECTIONS_PER_ADDRESS",
      description:
        "Maximum number of open connections per address, 16 times as many from this machine and from trusted proxies; further ones are closed.",
    },
    { minimum: 1, maximum: 100_000, fallback: 512 },
  ),
  webhookDeliveryTimeoutSeconds: integerSetting(
    {
      variable: "SERVICE_WEBHOOK_DELIVERY_TIMEOUT",
      description: "Timeout of a webhook delivery, in seconds.",
    },
    { minimum: 1, maximum: 300, fallback: 10 },
  ),
  webhookAllowPrivate: booleanSetting(
    {
      variable: "SERVICE_WEBHOOK_ALLOW_PRIVATE",
      description:
        "Whether https webhooks may target private addresses. Link-local addresses (cloud metadata) stay blocked.",
    },
    false,
  ),
  webhookAllowLocalhost: choiceSetting(
    {
      variable: "SERVICE_WEBHOOK_ALLOW_LOCALHOST",
      description:
        "Whether webhooks may target localhost, 127.0.0.1 and [::1]; auto: only if the service itself listens on such an address.",
    },
    ["auto", "true", "false"],
    "auto",
  ),
  fetch: booleanSetting(
    {
      variable: "SERVICE_FETCH",
      description: "Whether the service may fetch documents from URLs.",
    },
    true,
  ),
  fetchAllowPrivate: booleanSetting(
    {
      variable: "SERVICE_FETCH_ALLOW_PRIVATE",
      description:
        "Whether pages may be fetched from private addresses and from this machine; everyone with write access can then read them. Link-local addresses (cloud metadata) stay blocked.",
    },
    false,
  ),
  fetchTimeoutSeconds: integerSetting(
    {
      variable: "SERVICE_FETCH_TIMEOUT",
      description: "Timeout of fetching one page, in seconds, including redirects.",
    },
    { minimum: 1, maximum: 3_600, fallback: 30 },
  ),
  fetchMaxSizeMegabytes: integerSetting(
    {
      variable: "SERVICE_FETCH_MAX_SIZE_MB",
      description: "Maximum unpacked size of a fetched page, in MB of 1,048,576 bytes; at most the size of an upload.",
    },
    { minimum: 1, maximum: 1_048_576, fallback: 64 },
  ),
  console: booleanSetting(
    { variable: "SERVICE_CONSOLE", description: "Whether the web console is served at /console." },
    true,
  ),
  consoleSessionMinutes: integerSetting(
    {
      variable: "SERVICE_CONSOLE_SESSION_MINUTES",
      description: "Minutes without a request after which a console session expires.",
    },
    { minimum: 1, maximum: 43_200, fallback: 720 },
  ),
  dify: booleanSetting(
    {
      variable: "SERVICE_DIFY",
      description: "Whether Dify's External Knowledge API is served at /dify, with the service's own keys.",
    },
    false,
  ),
  openWebui: booleanSetting(
    {
      variable: "SERVICE_OPEN_WEBUI",
      description: "Whether the document loader and the search of Open WebUI are served at /open-webui.",
    },
    false,
  ),
  librechatJwtSecret: textSetting(
    {
      variable: "SERVICE_LIBRECHAT_JWT_SECRET",
      description:
        "LibreChat's JWT_SECRET, which verifies its users' tokens at /librechat (LibreChat's rag_api). Default: not served.",
    },
    undefined,
    true,
  ),
  librechatCollection: textSetting(
    {
      variable: "SERVICE_LIBRECHAT_COLLECTION",
      description: "Collection for LibreChat's files, created with the first one.",
    },
    "librechat",
  ),
  mcpOrigins: matchingSetting(
    {
      variable: "SERVICE_MCP_ORIGINS",
      description:
        "Origins of web pages that may call /mcp, separated by commas: https://chat.example.com. Programs and pages on this machine are always allowed.",
    },
    {
      pattern: /^https?:\/\/[^\s,/]+(\s*,\s*https?:\/\/[^\s,/]+)*$/,
      expected: "http:// or https:// origins without a path, separated by commas",
    },
  ),
  encryptionKey: textSetting(
    {
      variable: "SERVICE_ENCRYPTION_KEY",
      description:
        "Key that encrypts stored API keys: 32 bytes as base64 or hex. Default: generated in the data folder.",
    },
    undefined,
    true,
  ),
  encryptionKeyReplaced: booleanSetting(
    {
      variable: "SERVICE_ENCRYPTION_KEY_REPLACED",
      description:
        "For one start: accept the encryption key although stored secrets were encrypted with another one. They must be set again.",
    },
    false,
  ),
  logLevel: choiceSetting(
    { variable: "SERVICE_LOG_LEVEL", description: "Minimum level of log messages." },
    ["debug", "info", "warn", "error", "silent"],
    "info",
  ),
  ingestConcurrency: integerSetting(
    {
      variable: "SERVICE_INGEST_CONCURRENCY",
      description:
        "Documents processed concurrently; up to two more from other collections, so that large files of one do not delay the others.",
    },
    { minimum: 1, maximum: 64, fallback: 2 },
  ),
  parseTimeoutSeconds: integerSetting(
    {
      variable: "SERVICE_PARSE_TIMEOUT_SECONDS",
      description: "Timeout of parsing one document, in seconds.",
    },
    { minimum: 1, maximum: 86_400, fallback: 600 },
  ),
  parseMemoryMegabytes: integerSetting(
    {
      variable: "SERVICE_PARSE_MEMORY_MB",
      description: "Memory limit of parsing one document, in MB, in addition to the parser's own.",
    },
    { minimum: 64, maximum: 65_536, fallback: 1_024 },
  ),
  pageCacheMegabytes: integerSetting(
    {
      variable: "SERVICE_PAGE_CACHE_MB",
      description:
        "Size of the cache of page images in the data folder, in MB; the least recently used are removed first. 0: no cache.",
    },
    { minimum: 0, maximum: 1_048_576, fallback: 256 },
  ),
  shutdownGraceSeconds: integerSetting(
    {
      variable: "SERVICE_SHUTDOWN_GRACE_SECONDS",
      description: "Shutdown timeout, in seconds; requests and documents in progress get most of it to finish.",
    },
    { minimum: 0, maximum: 3_600, fallback: 10 },
  ),
  embedder: textSetting(
    {
      variable: "SERVICE_EMBEDDER",
      description:
        "Default embedder of a new installation: a configured one, a known model (`quarry models list --known`), which the first start downloads, or a folder in `models` of the data folder. A later choice by `quarry models use` takes precedence.",
    },
    undefined,
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

type SecretSetting = "apiSecret" | "databaseUrl" | "encryptionKey" | "librechatJwtSecret" | "redisUrl";

/** Decoded settings. Secrets are `Redacted`, so no log line shows them. */
export type Settings = {
  readonly [Key in Exclude<keyof typeof SETTINGS, SecretSetting>]: ValueOf<(typeof SETTINGS)[Key]>;
} & { readonly [Key in SecretSetting]: Redacted.Redacted<string> | undefined };

/** Reads all settings. Throws one `ConfigurationError` that names every invalid setting. */
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
  // In shells and compose files an empty variable means "not set".
  if (text === undefined || text === "") return setting.fallback;
  const value = setting.read(text);
  if (value === undefined) {
    const got = setting.secret === true ? "something else" : JSON.stringify(text);
    problems.push(`${setting.variable}: must be ${setting.expected}, got ${got}`);
  }
  return setting.secret === true && typeof value === "string" ? Redacted.make(value) : value;
};
