export { addressOf } from "./address-of.ts";
export { launchChromium } from "./chromium.ts";
export type { Browser, Page } from "playwright-core";
export { freePort } from "./free-port.ts";
export { dumpDatabase } from "./dump-database.ts";
export { makeDatabase } from "./make-database.ts";
export { mariadbCommand, prepareMariadb } from "./mariadb.ts";
export { type OwnServer, type OwnServerName, startOpenSearchNodes, startOwnServer } from "./own-server.ts";
export { openTcpProxy, type TcpProxy } from "./tcp-proxy.ts";
