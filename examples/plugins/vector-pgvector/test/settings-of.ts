import { addressOf } from "@quarry/services";

/** Returns the plugin's settings for the tests' PostgreSQL, with a separate schema per caller. */
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
