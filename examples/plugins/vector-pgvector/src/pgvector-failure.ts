import { PluginError, type PluginErrorReason } from "@quarry/plugin";
import { DatabaseError } from "pg";

export const PLUGIN_NAME = "quarry-vector-pgvector";

type Meaning = readonly [reason: PluginErrorReason, meaning: string];

const AWAY: Meaning = ["unavailable", "the PostgreSQL server can't be reached or is busy"];
const REFUSED: Meaning = ["unauthorized", "the PostgreSQL server refuses the role (settings user and password)"];

/**
 * Meanings by SQLSTATE, or by its class, the first two characters:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const BY_STATE: Readonly<Record<string, Meaning>> = {
  "08": AWAY,
  "22": ["invalid", "PostgreSQL refuses the input"],
  "28": REFUSED,
  "40": ["unavailable", "PostgreSQL gave way to another transaction"],
  "42501": ["unauthorized", "the role may not do that (setting user)"],
  "42704": ["incompatible", "the extension pgvector is missing in the database, or not on the role's search_path"],
  "42P01": ["not_found", "there is no such vector collection"],
  "3D000": ["incompatible", "there is no such database (setting database)"],
  "3F000": ["not_found", "there is no such vector collection"],
  "53": ["unavailable", "the PostgreSQL server has no room for it now"],
  "54": ["limit", "a limit of PostgreSQL was reached"],
  "55P03": AWAY,
  "57": AWAY,
  "58": ["unavailable", "the PostgreSQL server has trouble with its system"],
};

/** Messages of the driver that don't concern the connection. */
const BY_MESSAGE: readonly (readonly [pattern: RegExp, meaning: Meaning])[] = [
  [/does not support SSL/, ["incompatible", "the PostgreSQL server speaks no TLS (setting ssl)"]],
  [/^SASL/, REFUSED],
  [
    /invalid response|unknown message|unexpected message/i,
    ["incompatible", "the program at the settings' host and port is not PostgreSQL"],
  ],
];

/** Returns the error of a failed call of the driver. Its messages contain no values. */
export const toPluginError = (error: unknown): PluginError => {
  if (error instanceof PluginError) return error;
  const [reason, meaning] = meaningOf(error);
  return new PluginError({ plugin: PLUGIN_NAME, reason, message: `${meaning}: ${textOf(error)}`, cause: error });
};

const meaningOf = (error: unknown): Meaning => {
  if (error instanceof DatabaseError && error.code !== undefined) {
    return BY_STATE[error.code] ?? BY_STATE[error.code.slice(0, 2)] ?? ["internal", "PostgreSQL failed"];
  }
  // Defects of this plugin, not of a connection.
  if (error instanceof TypeError || error instanceof RangeError) return ["internal", "the plugin failed"];
  // All other errors come from the socket, from TLS, or from the driver about these.
  return BY_MESSAGE.find(([pattern]) => pattern.test(textOf(error)))?.[1] ?? AWAY;
};

/** An error about a refused connection to a name with several addresses has only a code. */
const textOf = (error: unknown): string => {
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  return message || code || String(error);
};
