export { addressOf } from "./address-of.ts";
export { makeDatabase, type TestDatabase } from "./make-database.ts";
export { mariadbCommand, prepareMariadb } from "./mariadb.ts";
