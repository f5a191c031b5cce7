import { type Command, Option } from "commander";
import { KEY_SCOPES } from "@quarry/plugin/domain";
import type { NewKeyOptions } from "../commands/keys.ts";
import type { ServerKeyOptions } from "../commands/server-keys.ts";
import { EXIT } from "../failures.ts";
import { integer } from "../parse.ts";
import { all, withExamples } from "./common.ts";

export const addOperation = (program: Command): void => {
  program
    .command("serve")
    .description("start the service on this machine; settings are those of npm start")
    .option("--host <address>", "address to listen on (SERVICE_HOST)")
    .option("--port <number>", "port to listen on (SERVICE_PORT)", integer(0))
    .option("--data-dir <folder>", "folder that holds everything (SERVICE_DATA_DIR)")
    .option("--config <file>", "configuration file (SERVICE_CONFIG)")
    .action(async (_options, command: Command) => {
      const code = await (await import("../commands/serve.ts")).serve(command.opts());
      if (code !== EXIT.ok) process.exit(code);
    });
  const doctor = program
    .command("doctor")
    .description(
      "look at settings, plugins, folders, indexes, connections and the running service, and say what to mend",
    )
    .argument("[collections...]", "with --repair: whose indexes to make again (default: all that are found damaged)")
    .option("--repair", "make damaged indexes again of what is left: originals, texts, cached embeddings")
    .action(async (collections: string[], _options, command: Command) =>
      (await import("../commands/doctor.ts")).doctor(collections, all(command)),
    );
  withExamples(doctor, "quarry doctor", "quarry doctor --repair", "quarry doctor --repair manuals");
  addConfig(program);
  addKeys(program);
};

const addConfig = (program: Command): void => {
  const group = program.command("config").description("check and show the configuration of the service");
  const each = (name: string, description: string) =>
    group.command(name).description(description).argument("[file]", "config file (default: SERVICE_CONFIG)");
  const check = each("check", "find everything that is wrong with the settings and the config file").action(
    async (file: string | undefined, _options, command: Command) =>
      (await import("../commands/config.ts")).checkConfig(file, all(command)),
  );
  each("show", "print settings and configuration as a start would have them, without secrets").action(
    async (file: string | undefined, _options, command: Command) =>
      (await import("../commands/config.ts")).showConfig(file, all(command)),
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
  const group = program.command("keys").description("keys that may do less than the API secret");
  const create = group
    .command("new")
    .description(
      "make a key: with the entry of the config file by which the service knows it, or in the running service",
    )
    .argument("<name>", "what it is called in the log of the service")
    .addOption(new Option("--scope <scope>", "what it may do").choices(KEY_SCOPES).default("read"))
    .option("--collections <names...>", "the only collections that it may touch (default: all)")
    .option("--server", "have the running service make it: no config file, no restart")
    .option("--days <number>", "with --server: how many days it lives (default: for ever)", integer(1))
    .option("--filter <json>", "with --server: what documents have to match to be seen and touched with it")
    .addOption(new Option("--signing <how>", "with --server: it signs user tokens").choices(["HS256", "EdDSA"]))
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
  group
    .command("list")
    .description("list the keys of the running service, revoked ones included")
    .action(async (_options, command: Command) =>
      (await import("../commands/server-keys.ts")).listServerKeys(all(command)),
    );
  group
    .command("revoke")
    .description("end a key of the running service for good")
    .argument("<name>", "the name of the key")
    .action(async (name: string, _options, command: Command) =>
      (await import("../commands/server-keys.ts")).revokeServerKey(name, all(command)),
    );
  group
    .command("check")
    .description("find out what the key in use may do")
    .action(async (_options, command: Command) => (await import("../commands/keys.ts")).checkKey(all(command)));
};
