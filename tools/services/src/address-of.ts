import { SERVICES } from "./catalogue.ts";
import type { Service } from "./service.ts";

/**
 * Returns the address of a server for tests: the one that `npm run services:up` starts, unless its environment variable
 * overrides it.
 */
export function addressOf(name: string): string {
  const service = SERVICES.find((candidate) => candidate.name === name);
  if (service === undefined) throw new Error(`no service is named ${name}`);
  return process.env[service.addressVariable] ?? localAddress(service);
}

export const localAddress = ({ address, port }: Service): string => address ?? `http://127.0.0.1:${port}`;
