import { defineSettings, setting, type SettingsOf } from "@quarry/plugin";

/** Settings of the PostgreSQL server in the config. */
export const pgvectorSettings = defineSettings({
  host: setting.text({ description: "Host name or address of the server.", default: "127.0.0.1" }),
  port: setting.integer({ description: "Port of the server.", minimum: 1, maximum: 65_535, default: 5_432 }),
  database: setting.text({ description: "Database in which the collections are made.", default: "quarry" }),
  schema: setting.text({
    description: "Schema that holds one table per collection; made when it is missing.",
    pattern: /^[a-z_][a-z0-9_]{0,62}$/,
    default: "quarry_vectors",
  }),
  user: setting.text({ description: "Role to log in as.", default: "quarry" }),
  password: setting.secret({
    description: "Password of the role. Keep the config file from others, or use passwordVariable.",
    optional: true,
  }),
  passwordVariable: setting.text({
    description: "Name of the environment variable that holds the password, in place of password.",
    optional: true,
  }),
  ssl: setting.boolean({
    description: "Whether to speak TLS; the server's certificate is then checked.",
    default: false,
  }),
  caCertificateFile: setting.text({
    description: "PEM file of the CA of the server's certificate.",
    optional: true,
  }),
  index: setting.choice(["hnsw", "none"], {
    description:
      "Index of new collections: `hnsw` is fast and approximate, `none` looks at every entry and is exact. " +
      "Collections of more than 2,000 dimensions have none.",
    default: "hnsw",
  }),
  searchBreadth: setting.integer({
    description: "How many candidates a search of the index keeps (`hnsw.ef_search`).",
    minimum: 10,
    maximum: 1_000,
    default: 200,
  }),
  maxConnections: setting.integer({
    description: "Most connections of this process.",
    minimum: 1,
    maximum: 1_000,
    default: 10,
  }),
  timeoutSeconds: setting.integer({
    description: "Seconds that one call of the store may take, its wait for a connection included.",
    minimum: 1,
    maximum: 3_600,
    default: 60,
  }),
});

export type PgvectorSettings = SettingsOf<typeof pgvectorSettings>;
