import { StoreError, type StoreErrorReason } from "../store-error.ts";

// Numbers instead of names: the driver gives some MariaDB errors the names of MySQL errors with the same number.
const DUPLICATE_KEY = 1062;
const SERVER_REASONS: Readonly<Record<number, StoreErrorReason>> = {
  1020: "busy", // a row has changed since it was read (MariaDB, also Galera)
  1205: "busy", // lock wait timeout
  1213: "busy", // deadlock
  1216: "foreign_key",
  1217: "foreign_key",
  1451: "foreign_key",
  1452: "foreign_key",
  1021: "full", // disk full
  1114: "full", // the table is full
  1034: "corrupt",
  1194: "corrupt",
  1712: "corrupt",
  1037: "unavailable", // out of memory
  1040: "unavailable", // too many connections
  1044: "unavailable", // access to the database denied
  1045: "unavailable", // access denied
  1047: "unavailable", // not ready (Galera)
  1049: "unavailable", // no such database
  1053: "unavailable", // shutting down
  1129: "unavailable", // host blocked
  1130: "unavailable", // host not allowed
  1158: "unavailable",
  1159: "unavailable",
  1160: "unavailable",
  1161: "unavailable",
  1203: "unavailable", // too many connections of this user
  1226: "unavailable", // resource limit of this user
  1290: "unavailable", // read-only, during a failover
  1317: "unavailable", // interrupted
  1698: "unavailable", // access denied, no password
  1792: "unavailable", // read-only transaction
  1836: "unavailable", // read-only mode
  1927: "unavailable", // connection killed (MariaDB)
  1969: "unavailable", // longer than max_statement_time (MariaDB)
  3024: "unavailable", // longer than max_execution_time (MySQL)
  3159: "unavailable", // insecure transport
};

/** Errors whose message contains names of accounts, tables and columns, but never values. */
const SAFE_TO_QUOTE: ReadonlySet<number> = new Set([
  ...[1044, 1045, 1046, 1048, 1049, 1050, 1054, 1061, 1091, 1130, 1146, 1364, 1406, 1451, 1452, 1698],
  ...[3819, 4025],
]);

/** Error that the driver throws. */
interface DriverError extends Error {
  readonly errno?: number;
  readonly code?: string;
  readonly sqlMessage?: string;
}

/** Maps any error of the driver or Kysely. An already mapped error is returned unchanged. */
export const fromMysql = (cause: unknown): StoreError => {
  if (cause instanceof StoreError) return cause;
  if (!(cause instanceof Error)) return new StoreError({ reason: "internal", message: String(cause) });
  const error = cause as DriverError;
  // Server errors have a number. System errors have negative ones.
  if (error.sqlMessage === undefined || error.errno === undefined) return fromConnection(error);
  const constraint = error.errno === DUPLICATE_KEY ? keyOf(error.sqlMessage) : undefined;
  return new StoreError({
    reason: error.errno === DUPLICATE_KEY ? "unique" : reasonOf(error.errno, error.sqlMessage),
    message: errorMessage(error.errno, error.sqlMessage, constraint),
    cause: new MysqlServerError(error.errno, error.code),
    ...(constraint !== undefined && { constraint }),
  });
};

/** Copy of the driver's error without the statement and its values. */
class MysqlServerError extends Error {
  readonly errno: number;
  constructor(errno: number, code: string | undefined) {
    super(`${code ?? "error"} (${errno})`);
    this.name = "MysqlServerError";
    this.errno = errno;
  }
}

/** Whether the transaction was rolled back by a conflict, or waited too long for a lock: all of it can be retried. */
export const isConflict = (error: unknown): boolean => error instanceof StoreError && error.reason === "busy";

/** For code that inserts a row which may exist already, within a query. */
export const isDuplicateKey = (error: unknown): boolean => error instanceof StoreError && error.reason === "unique";

const fromConnection = (error: DriverError): StoreError => {
  // A defect in our own code has neither. Every error of the driver or the system has a code.
  const reason = typeof error.code === "string" || isClosed(error) ? "unavailable" : "internal";
  const message = reason === "unavailable" ? `the connection failed: ${error.message}` : error.message;
  return new StoreError({ reason, message, cause: new Error(error.code ?? error.name) });
};

const isClosed = (error: DriverError): boolean => error.message === "Pool is closed." || "fatal" in error;

const reasonOf = (errno: number, message: string): StoreErrorReason => {
  // The message contains the storage engine's error number: 28 is the system's "no space left".
  if ((errno === 1030 || errno === 1026) && /\b28\b/.test(message)) return "full";
  return SERVER_REASONS[errno] ?? "internal";
};

const errorMessage = (errno: number, message: string, constraint: string | undefined): string => {
  if (errno === DUPLICATE_KEY) return `a row with this key exists already: ${constraint ?? "unknown key"}`;
  const shown = SAFE_TO_QUOTE.has(errno) ? message : message.replaceAll(/'(?:[^']|'')*'/g, "'…'").slice(0, 300);
  return `${shown} (${errno})`;
};

/** Anchored at the end: the value before it can contain anything. */
const keyOf = (message: string): string | undefined => /for key '([^']*)'$/.exec(message)?.[1];
