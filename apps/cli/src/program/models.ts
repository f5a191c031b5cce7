import type { Command } from "commander";
import { integer } from "../parse.ts";
import { addRpcCommand } from "../rpc/add-rpc-command.ts";
import { RPC_COMMANDS } from "../rpc/rpc-commands.ts";
import { all, runs, withExamples } from "./common.ts";

export const addModels = (program: Command): void => {
  const models = program
    .command("models")
    .description("list embedding models, use a local one, and move collections to another one");
  addRpcCommand(models, "models list", true)
    .option("--known", "models that quarry models add can download, with licence, size and languages; needs no service")
    .action(async (_options, command: Command) => {
      const options = all<{ readonly known?: boolean }>(command);
      if (options.known === true) (await import("../commands/models.ts")).listKnownModels(options);
      else await (await import("../rpc/call-rpc.ts")).callRpc(RPC_COMMANDS["models list"], {}, options);
    });
  addUse(models);
  addAdd(models);
  addChange(models);
};

const addUse = (models: Command): void => {
  const use = models
    .command("use")
    .description(
      "download a model at the service, load it without a restart, and make it the default of new collections",
    )
    .argument("<model>", "a name of quarry models list --known, or the folder of a model on the service's machine")
    .argument("[collections...]", "collections to move to it, without downtime")
    .option("--all", "move all collections")
    .option("--yes", "use it without confirmation of its cost")
    .action(runs(async () => (await import("../commands/use-model.ts")).useModel));
  withExamples(
    use,
    "quarry models use multilingual-e5-small --all",
    "quarry models use ./models/my-model manuals --yes",
  );
  models
    .command("cancel")
    .description("cancel the use of a model in progress; collections that were moved stay moved")
    .action(runs(async () => (await import("../commands/use-model.ts")).cancelUse));
  models
    .command("rollback")
    .description("make the previous embedder the default again, and move the collections back")
    .action(runs(async () => (await import("../commands/use-model.ts")).rollBackUse));
};

const addAdd = (models: Command): void => {
  const add = models
    .command("add")
    .description("download a model or use a local folder, verify it, and add it to the service's config")
    .argument("<model>", "a name of quarry models list --known, or the folder of a model")
    .option("--to <folder>", "folder for the downloaded model (default: models/<name> in the data folder)")
    .option("--revision <name>", "branch, tag or commit on the hub", "main")
    .option("--as <name>", "its name in the config (default: the model's)")
    .option("--config <file>", "config file (default: SERVICE_CONFIG, else quarry.config.json here)")
    .option("--yes", "write the config and install a missing runtime without confirmation")
    .action(runs(async () => (await import("../commands/models.ts")).addModel));
  withExamples(
    add,
    "quarry models add all-minilm-l6-v2",
    "quarry models add ./models/my-model --as mine --config quarry.config.jsonc --yes",
    "HF_ENDPOINT=https://hub.example.com quarry models add potion-base-8m",
  );
};

const addChange = (models: Command): void => {
  const change = models
    .command("change")
    .description("re-embed collections with another model without downtime")
    .argument("[collections...]", "names of the collections")
    .option("--embedder <provider>", "embedding provider")
    .option("--model <name>", "embedding model")
    .option("--dimension <number>", "length of the vectors", integer(1))
    .option("--all", "all collections")
    .action(runs(async () => (await import("../commands/migrate.ts")).changeModel));
  withExamples(
    change,
    "quarry models change manuals --embedder cohere --model embed-multilingual-v3.0",
    "quarry models change --all --model text-embedding-3-large",
  );
};
