import { Argument, type Command, Option } from "commander";
import { jsonFields } from "../parse.ts";
import { addRpcCommand } from "../rpc/add-rpc-command.ts";
import { COLLECTION, runs, withExamples } from "./common.ts";
import { addModels } from "./models.ts";

export const addPlatform = (program: Command): void => {
  program
    .command("stats")
    .description("statistics of the service or of one collection")
    .argument("[collection]", COLLECTION)
    .action(runs(async () => (await import("../commands/platform.ts")).stats));
  program
    .command("usage")
    .description("usage per day")
    .addOption(new Option("--by <group>", "grouped by").choices(["collection", "key"]).default("collection"))
    .option("--from <day>", "first day, such as 2026-11-20 (default: 29 days before the last)")
    .option("--to <day>", "last day (default: today)")
    .action(runs(async () => (await import("../commands/platform.ts")).usage));
  addModels(program);
  addRpcCommand(program, "stores");
  addWebhooks(program);
  const api = program
    .command("api")
    .description("call any method of the API, and print its answer as JSON")
    .argument("<method>", "name of the method, such as updateWebhook; a wrong one lists all")
    .argument("[fields...]", "fields of its request, a JSON object or name=value", jsonFields)
    .action(runs(async () => (await import("../rpc/call-method.ts")).callMethod));
  withExamples(
    api,
    "quarry api updateWebhook id=$ID active=false",
    `quarry api countFacets collection_name=manuals 'fields=["team"]'`,
  );
  program
    .command("completion")
    .description("print a completion script: source <(quarry completion bash)")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"]))
    .action(async (shell: "bash" | "zsh" | "fish") => {
      process.stdout.write((await import("../completion.ts")).completion(program, shell));
    });
};

const addWebhooks = (program: Command): void => {
  const webhooks = program.command("webhooks").description("notify other programs about documents");
  addRpcCommand(webhooks, "webhooks list");
  addRpcCommand(webhooks, "webhooks create");
  addRpcCommand(webhooks, "webhooks delete");
  addRpcCommand(webhooks, "webhooks test");
};
