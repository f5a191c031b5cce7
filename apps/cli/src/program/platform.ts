import { Argument, type Command, Option } from "commander";
import { all, COLLECTION } from "./common.ts";
import { addModels } from "./models.ts";

export const addPlatform = (program: Command): void => {
  program
    .command("stats")
    .description("statistics of the service or of one collection")
    .argument("[collection]", COLLECTION)
    .action(async (collection: string | undefined, _options, command: Command) =>
      (await import("../commands/platform.ts")).stats(collection, all(command)),
    );
  program
    .command("usage")
    .description("usage per day")
    .addOption(new Option("--by <group>", "grouped by").choices(["collection", "key"]).default("collection"))
    .option("--from <day>", "the first day, as 2026-11-20 (default: 29 days before the last)")
    .option("--to <day>", "the last day (default: today)")
    .action(async (_options, command: Command) => (await import("../commands/platform.ts")).usage(all(command)));
  addModels(program);
  program
    .command("stores")
    .description("list the vector stores of the service and their health")
    .action(async (_options, command: Command) => (await import("../commands/platform.ts")).stores(all(command)));
  addWebhooks(program);
  program
    .command("completion")
    .description("print a completion script: source <(quarry completion bash)")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"]))
    .action(async (shell: "bash" | "zsh" | "fish") => {
      process.stdout.write((await import("../completion.ts")).completion(program, shell));
    });
};

const addWebhooks = (program: Command): void => {
  const webhooks = program.command("webhooks").description("who is told about documents");
  webhooks
    .command("list")
    .description("list webhooks")
    .action(async (_options, command: Command) => (await import("../commands/webhooks.ts")).listWebhooks(all(command)));
  webhooks
    .command("create")
    .description("create a webhook; its secret is shown once")
    .argument("<url>", "https://, or http:// for this machine")
    .addOption(
      new Option("--events <events...>", "events to deliver")
        .choices([
          ...["document.processing", "document.ready", "document.failed"],
          ...["document.deleted", "document.unchanged"],
        ])
        .default(["document.ready", "document.failed"]),
    )
    .option("--collections <names...>", "only of these collections")
    .option("--description <text>", "description")
    .action(async (url: string, _options, command: Command) =>
      (await import("../commands/webhooks.ts")).createWebhook(url, all(command)),
    );
  const one = { delete: "delete a webhook", test: "send a test event" } as const;
  for (const name of ["delete", "test"] as const) {
    webhooks
      .command(name)
      .description(one[name])
      .argument("<id>", "id of the webhook")
      .action(async (id: string, _options, command: Command) =>
        (await import("../commands/webhooks.ts")).oneWebhook(name, id, all(command)),
      );
  }
};
