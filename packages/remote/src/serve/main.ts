#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { loadServed } from "./load-served.ts";
import { servePlugin } from "./serve-plugin.ts";
import type { ServeOptions } from "./serve-options.ts";

const USAGE = `quarry-serve-plugin <package or file> --data <folder> [options]

Serves a Quarry plugin to services in other processes, over gRPC.

  --data <folder>           data folder of the plugin
  --settings <file>         JSON file with the plugin's settings
  --listen <host:port>      default 127.0.0.1:50051; port 0 selects a free one
  --token-file <file>       token that callers must send; or the variable QUARRY_PLUGIN_TOKEN
  --certificate <file>      PEM file of the certificate; enables TLS
  --key <file>              PEM file of its key
  --client-ca <file>        PEM file of the CA of client certificates; rejects other clients
  --insecure                allow other machines to connect without TLS
  --max-message-mb <n>      maximum message size, default 4`;

const OPTIONS = {
  data: { type: "string" },
  settings: { type: "string" },
  listen: { type: "string", default: "127.0.0.1:50051" },
  "token-file": { type: "string" },
  certificate: { type: "string" },
  key: { type: "string" },
  "client-ca": { type: "string" },
  insecure: { type: "boolean", default: false },
  "max-message-mb": { type: "string", default: "4" },
  help: { type: "boolean", default: false },
} as const;

const read = () => parseArgs({ allowPositionals: true, options: OPTIONS });
type Values = ReturnType<typeof read>["values"];

const serveOptions = async (values: Values): Promise<ServeOptions> => {
  if (values.data === undefined) throw new RangeError("--data is missing");
  const listen = /^(.+):(\d{1,5})$/.exec(values.listen);
  if (listen === null) throw new RangeError(`--listen: must be host:port, got ${JSON.stringify(values.listen)}`);
  const megabytes = Number(values["max-message-mb"]);
  if (!(megabytes >= 1 && megabytes <= 1_024)) throw new RangeError("--max-message-mb: must be 1 to 1024");
  const token = await tokenOf(values["token-file"]);
  return {
    dataDirectory: values.data,
    host: listen[1]!.replace(/^\[|\]$/g, ""),
    port: Number(listen[2]),
    insecure: values.insecure,
    maxMessageBytes: megabytes * 1_048_576,
    ...(values.settings !== undefined && { settings: JSON.parse(await readFile(values.settings, "utf8")) as unknown }),
    ...(token !== undefined && { token }),
    ...tlsOf(values),
  };
};

const tokenOf = async (file: string | undefined): Promise<string | undefined> => {
  const token = file === undefined ? process.env["QUARRY_PLUGIN_TOKEN"] : (await readFile(file, "utf8")).trim();
  // An empty variable usually means that someone forgot to set it.
  if (token === "") throw new RangeError("the token is empty");
  return token;
};

const tlsOf = ({ certificate, key, "client-ca": clientCa }: Values): Pick<ServeOptions, "tls"> => {
  if (certificate === undefined && key === undefined && clientCa === undefined) return {};
  if (certificate === undefined || key === undefined) throw new RangeError("TLS needs --certificate and --key");
  const clients = clientCa === undefined ? {} : { clientCaFile: clientCa };
  return { tls: { certificateFile: certificate, keyFile: key, ...clients } };
};

try {
  const { values, positionals } = read();
  const [name] = positionals;
  if (values.help || name === undefined) {
    process.stdout.write(`${USAGE}\n`);
    process.exitCode = values.help ? 0 : 2;
  } else {
    const served = await servePlugin(await loadServed(name), await serveOptions(values));
    process.stdout.write(`listens on ${served.address}\n`);
    let isStopping = false;
    const stop = (): void => {
      if (isStopping) process.exit(1);
      isStopping = true;
      // Work that is still open after this belongs to no caller.
      void served.close().finally(() => process.exit(0));
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  }
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const isUsage = error instanceof RangeError || code?.startsWith("ERR_PARSE_ARGS") === true;
  process.stderr.write(isUsage ? `${message}\n\n${USAGE}\n` : `${String(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
