import { readFileSync } from "node:fs";
import { StoreError } from "../store-error.ts";

/** Parts of a database address. */
export interface MysqlAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Trusted certificates, or `system` for Node's. Omitted: no TLS. */
  readonly tls?: { readonly authorities: "system" | string };
}

const DEFAULT_PORT = 3306;
const ADDRESS_FORMAT = "mysql://user:password@host:3306/database, with ?ssl=true or ?ssl_ca=/path/to/ca.pem for TLS";

/** Parses a database address. Error messages never quote it, because it contains the password. */
export const parseMysqlAddress = (text: string): MysqlAddress => {
  const url = parse(text);
  const database = decode(url.pathname.slice(1));
  if (url.hostname === "" || url.username === "") throw invalidAddress("names no host or no user");
  if (database === "" || database.includes("/")) throw invalidAddress("names no database");
  return {
    host: decode(url.hostname).replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? DEFAULT_PORT : Number(url.port),
    user: decode(url.username),
    password: decode(url.password),
    database,
    ...tlsOf(url.searchParams),
  };
};

/** Describes the address for messages, without the password. */
export const describeMysqlAddress = ({ host, port, user, database }: MysqlAddress): string =>
  `mysql://${user}@${host.includes(":") ? `[${host}]` : host}:${port}/${database}`;

const parse = (text: string): URL => {
  if (!URL.canParse(text))
    throw invalidAddress("is no URL (characters like @, / and # in a password are written %40, %2F, %23)");
  const url = new URL(text);
  if (url.protocol !== "mysql:") throw invalidAddress(`must begin with mysql://, got ${url.protocol}//`);
  return url;
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidAddress("has a % that begins no escape (a % itself is written %25)");
  }
};

const tlsOf = (parameters: URLSearchParams): Pick<MysqlAddress, "tls"> => {
  const unknown = [...parameters.keys()].filter((name) => name !== "ssl" && name !== "ssl_ca");
  if (unknown.length > 0) throw invalidAddress(`has the parameter ${unknown.join(", ")}; there are ssl and ssl_ca`);
  const ssl = parameters.get("ssl");
  if (ssl !== null && ssl !== "true" && ssl !== "false")
    throw invalidAddress(`has ssl=${ssl}; it must be true or false`);
  const file = parameters.get("ssl_ca");
  if (file !== null && ssl === "false") throw invalidAddress("has ssl_ca together with ssl=false");
  if (file !== null) return { tls: { authorities: readAuthorities(file) } };
  return ssl === "true" ? { tls: { authorities: "system" } } : {};
};

const readAuthorities = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw invalidAddress(
      `names a file in ssl_ca that can't be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
};

const invalidAddress = (problem: string): StoreError =>
  new StoreError({
    reason: "unavailable",
    message: `the database's address ${problem}; it has the form ${ADDRESS_FORMAT}`,
  });
