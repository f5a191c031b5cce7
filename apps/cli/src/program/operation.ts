import { type Command, Option } from "commander";
import { KEY_SCOPES } from "@quarry/plugin/domain";
import type { NewKeyOptions } from "../commands/keys.ts";
import type { ServerKeyOptions } from "../commands/server-keys.ts";
import { EXIT } from "../failures.ts";
import { integer, jsonFields } from "../parse.ts";
import { addRpcCommand } from "../rpc/add-rpc-command.ts";
import { all, runs, withExamples } from "./common.ts";

export const addOperation = (program: Command): void => {
  program
    .command("serve")
    .description("start the service on this machine; with the same settings as npm start")
    .option("--host <address>", "address to listen on (SERVICE_HOST)")
    .option("--port <number>", "port to listen on (SERVICE_PORT)", integer(0))
    .option("--data-dir <folder>", "data folder (SERVICE_DATA_DIR)")
    .option("--config <file>", "configuration file (SERVICE_CONFIG)")
    .action(async (_options, command: Command) => {
      const code = await (await import("../commands/serve.ts")).serve(command.opts());
      if (code !== EXIT.ok) process.exit(code);
    });
  const doctor = program
    .command("doctor")
    .description(
      "check settings, plugins, folders, indexes, connections and the running service, and report how to fix problems",
    )
    .argument("[collections...]", "with --repair: collections whose indexes to rebuild (default: all damaged ones)")
    .option("--repair", "rebuild damaged indexes from originals, texts and cached embeddings")
    .action(runs(async () => (await import("../commands/doctor.ts")).doctor));
  withExamples(doctor, "quarry doctor", "quarry doctor --repair", "quarry doctor --repair manuals");
  addConfig(program);
  addKeys(program);
};

const addConfig = (program: Command): void => {
  const group = program.command("config").description("check and show the configuration of the service");
  const each = (name: string, description: string) =>
    group.command(name).description(description).argument("[file]", "config file (default: SERVICE_CONFIG)");
  const check = each("check", "validate the settings and the config file").action(
    runs(async () => (await import("../commands/config.ts")).checkConfig),
  );
  each("show", "print the effective settings and configuration, without secrets").action(
    runs(async () => (await import("../commands/config.ts")).showConfig),
  );
  const schema = each("schema", "print a JSON Schema of the config file, with the settings of its plugins").action(
    async (file: string | undefined) => (await import("../commands/config.ts")).configSchema(file),
  );
  withExamples(check, "quarry config check quarry.config.jsonc");
  withExamples(
    schema,
    "quarry config schema quarry.config.jsonc > quarry.schema.json",
    `and at the top of the config file: "$schema": "./quarry.schema.json"`,
  );
};

const addKeys = (program: Command): void => {
  const group = program.command("keys").description("keys with less access than the API secret");
  const create = group
    .command("new")
    .description("create a key: prints the entry for the config file, or creates it in the running service")
    .argument("<name>", "name of the key, shown in the log")
    .addOption(new Option("--scope <scope>", "scope").choices(KEY_SCOPES).default("read"))
    .option("--collections <names...>", "restrict the key to these collections (default: all)")
    .option("--server", "create the key in the running service: no config file, no restart")
    .option("--days <number>", "with --server: lifetime in days (default: no expiry)", integer(1))
    .option("--filter <fields>", "with --server: access filter as JSON, or name=value", jsonFields)
    .addOption(
      new Option("--signing <how>", "with --server: signing algorithm for user tokens").choices(["HS256", "EdDSA"]),
    )
    .action(async (name: string, _options, command: Command) => {
      const options = all<NewKeyOptions & ServerKeyOptions & { readonly server?: boolean }>(command);
      if (options.server === true) await (await import("../commands/server-keys.ts")).createServerKey(name, options);
      else (await import("../commands/keys.ts")).newKey(name, options);
    });
  withExamples(
    create,
    "quarry keys new dashboard --collections manuals faq",
    "quarry keys new importer --scope write --server --days 90",
    `quarry keys new staff --server --filter '{"acl": "group:staff"}'`,
    "quarry keys new app --server --signing HS256",
  );
  const token = group
    .command("token")
    .description("create a user token for a test, signed offline with QUARRY_SIGNING_SECRET")
    .argument("<name>", "name of the signing key")
    .requiredOption("--filter <fields>", "access filter: JSON ({} for all), or name=value", jsonFields)
    .option("--subject <user>", "user id for the log")
    .addOption(new Option("--scope <scope>", "scope").choices(["read", "write"]).default("read"))
    .option("--collections <names...>", "restrict the token to these collections (default: the signing key's)")
    .option("--minutes <number>", "lifetime in minutes, at most 1,440", integer(1), 60)
    .action(runs(async () => (await import("../commands/user-token.ts")).userToken));
  withExamples(token, `quarry keys token app --filter '{"acl": {"$in": ["user:7", "group:staff"]}}' --subject 7`);
  addRpcCommand(group, "keys list");
  addRpcCommand(group, "keys revoke");
  group
    .command("check")
    .description("show the scope of the current key")
    .action(runs(async () => (await import("../commands/keys.ts")).checkKey));
};
