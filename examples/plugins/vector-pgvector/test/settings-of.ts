import { addressOf } from "@quarry/services";

/** The plugin's settings for the PostgreSQL that the tests use, each caller in a schema of its own. */
export const settingsOf = (schema: string) => {
  const { hostname, port, username, password, pathname } = new URL(addressOf("postgres"));
  return {
    host: hostname,
    port: Number(port),
    user: decodeURIComponent(username),
    ...(password !== "" && { password: decodeURIComponent(password) }),
    database: pathname.slice(1),
    schema,
  };
};
