import { type Command, Option } from "commander";
import { all, COLLECTION, withExamples } from "./common.ts";

const DOCUMENT = "id of the document";

export const addDocuments = (program: Command): void => {
  const group = program.command("documents").description("look at documents, and what became of them");
  const each = (name: string, description: string) =>
    group.command(name).description(description).argument("<collection>", COLLECTION);
  each("list", "list documents")
    .addOption(
      new Option("--status <status>", "only those in this status").choices([
        "pending",
        "processing",
        "ready",
        "failed",
      ]),
    )
    .action(async (collection: string, _options, command: Command) =>
      (await import("../commands/documents.ts")).listDocuments(collection, all(command)),
    );
  const one = (name: string, description: string) => each(name, description).argument("<id>", DOCUMENT);
  one("show", "show a document").action(async (collection: string, id: string, _options, command: Command) =>
    (await import("../commands/documents.ts")).showDocument(collection, id, all(command)),
  );
  each("delete", "delete documents")
    .argument("<ids...>", "ids of the documents")
    .action(async (collection: string, ids: string[], _options, command: Command) =>
      (await import("../commands/documents.ts")).deleteDocuments(collection, ids, all(command)),
    );
  each("reprocess", "read documents again, by the settings that the collection has now")
    .argument("[ids...]", "ids of the documents")
    .option("--all", "all that the collection has")
    .action(async (collection: string, ids: string[], _options, command: Command) =>
      (await import("../commands/documents.ts")).reprocessDocuments(collection, ids, all(command)),
    );
  const retry = group
    .command("retry")
    .description("read documents again that failed")
    .argument("[collection]", `${COLLECTION} (default: every collection)`)
    .addOption(
      new Option(
        "--failed-by <whom>",
        "only those that failed by the embedding provider, the file itself, or the service",
      ).choices(["provider", "file", "service"]),
    )
    .action(async (collection: string | undefined, _options, command: Command) =>
      (await import("../commands/documents.ts")).retryDocuments(collection, all(command)),
    );
  withExamples(retry, "quarry documents retry --failed-by provider", "quarry documents retry manuals");
  one("download", "get the original file")
    .option("-o, --output <path>", "where to (default: its own name; - is the standard output)")
    .option("--force", "overwrite a file that is there")
    .action(async (collection: string, id: string, _options, command: Command) =>
      (await import("../commands/download.ts")).downloadDocument(collection, id, all(command)),
    );
  one("chunks", "print the chunks of a document").action(
    async (collection: string, id: string, _options, command: Command) =>
      (await import("../commands/documents.ts")).showChunks(collection, id, all(command)),
  );
};
