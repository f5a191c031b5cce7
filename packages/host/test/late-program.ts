import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { listenForLateFailures } from "@quarry/host";
import { asCall } from "../src/containment/plugin-call.ts";
import { rememberLocation } from "../src/containment/plugin-locations.ts";

/**
 * Service with a plugin that throws late. With a further argument it throws itself afterwards. Prints the reported
 * failures.
 */
const [, , plugin, own] = process.argv as [string, string, string, string?];

listenForLateFailures(({ plugin: name, call, error }) => console.log(JSON.stringify([name, call, String(error)])));

const url = pathToFileURL(plugin).href;
rememberLocation(url, "acme");
const { throwLater } = (await import(url)) as { readonly throwLater: () => void };
throwLater();
// Code without a file is attributed by its call.
asCall({ plugin: "acme", call: "search" }, () => setTimeout(() => Promise.reject(null), 1));
await delay(50);
if (own !== undefined) {
  setTimeout(() => {
    throw new Error("the service's own");
  }, 1);
  await delay(50);
}
console.log("goes on");
