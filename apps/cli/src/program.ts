import { Argument, Command, Option } from "commander";
import { EXIT } from "./failures.ts";
import { decimal, integer, jsonFields } from "./parse.ts";
import type { GlobalOptions } from "./settings.ts";

const COLLECTION = "name of the collection";
const DOCUMENT = "id of the document";
const MODES = ["semantic", "keyword", "hybrid"];

/** Every command with its options. What a command does is loaded when it is run, so that `--help` stays quick. */
export const makeProgram = (): Command => {
  const program = new Command("quarry")
    .description("Put documents into a Quarry service, and get the right passages back.")
    .option("--url <address>", "address of the service (QUARRY_URL; default http://127.0.0.1:8080)")
    .option("--api-key <key>", "API secret or access key (QUARRY_API_KEY; default: the local service's own)")
    .option("--timeout <seconds>", "longest time of one call", integer(1))
    .option("--json", "print results as JSON")
    .showHelpAfterError("(quarry --help lists what there is)")
    .addHelpText(
      "after",
      `\nExit codes: 0 done, 1 failed, 2 wrong command line or request, 3 not found, 4 no or wrong API key, 5 service away.`,
    )
    .exitOverride();
  addCollections(program);
  addIngest(program);
  addSearch(program);
  addDocuments(program);
  addChanges(program);
  addTransfers(program);
  addOthers(program);
  return program;
};

/** The options of a command together with the global ones. */
type All<Own> = Own & GlobalOptions;
const all = <Own>(command: Command): All<Own> => command.optsWithGlobals<All<Own>>();

const addCollections = (program: Command): void => {
  const group = program.command("collection").description("make, list, show and delete collections");
  group
    .command("create")
    .argument("<name>", COLLECTION)
    .option("--description <text>")
    .option("--embedder <provider>", "who computes the embeddings (default: the server's)")
    .option("--model <name>", "embedding model (default: the embedder's)")
    .option("--dimension <number>", "length of the vectors", integer(1))
    .option("--chunk-size <tokens>", "size of a passage", integer(1))
    .option("--chunk-overlap <tokens>", "what neighbouring passages share", integer(0))
    .addOption(new Option("--mode <mode>", "search mode of queries that do not say").choices(MODES))
    .option("--metadata <fields>", "a JSON object, or name=value; may be repeated", jsonFields)
    .option("--if-missing", "no failure when there is one of that name")
    .action(async (name: string, _options, command: Command) =>
      (await import("./commands/collections.ts")).createCollection(name, all(command)),
    );
  group
    .command("list")
    .option("--prefix <text>", "only names that start so")
    .action(async (_options, command: Command) =>
      (await import("./commands/collections.ts")).listCollections(all(command)),
    );
  group
    .command("show")
    .argument("<name>", COLLECTION)
    .action(async (name: string, _options, command: Command) =>
      (await import("./commands/collections.ts")).showCollection(name, all(command)),
    );
  group
    .command("delete")
    .argument("<name>", COLLECTION)
    .option("--yes", "without it nothing is deleted: what would be is told")
    .action(async (name: string, _options, command: Command) =>
      (await import("./commands/collections.ts")).deleteCollection(name, all(command)),
    );
};

const addIngest = (program: Command): void => {
  program
    .command("ingest")
    .description("upload files, folders, globs or the standard input (-), and wait until they are searchable")
    .argument("<collection>", COLLECTION)
    .argument("<inputs...>", "files, folders, globs, or - for the standard input")
    .option("--name <filename>", "file name of the standard input; its extension says the type")
    .option("--metadata <fields>", "of every document: a JSON object, or name=value; may be repeated", jsonFields)
    .option("--concurrency <number>", "files uploaded at the same time", integer(1), 4)
    .option("--no-wait", "do not wait until they are processed")
    .option("--sync", "a file that changed replaces its former version")
    .option("--delete-missing", "with --sync: delete what is no longer in the given folders")
    .option("--dry-run", "say what would be done, and do nothing")
    .action(async (collection: string, inputs: string[], _options, command: Command) =>
      (await import("./commands/ingest.ts")).ingest(collection, inputs, all(command)),
    );
};

const addSearch = (program: Command): void => {
  program
    .command("search")
    .description("find passages")
    .argument("<collection>", `${COLLECTION}, or several with commas between`)
    .argument("<words...>", "the question")
    .addOption(new Option("--mode <mode>", "how to look (default: the collection's)").choices(MODES))
    .option("--filter <fields>", "a metadata filter as JSON, or name=value; may be repeated", jsonFields)
    .option("--top-k <number>", "most results", integer(1))
    .option("--min-score <number>", "lowest score of a result, 0 to 1", decimal)
    .option("--rerank", "rerank the results")
    .option("--no-rerank", "do not rerank the results")
    .option("--expand <number>", "add the text of this many neighbouring passages", integer(0))
    .option("--full", "print passages whole")
    .action(async (collections: string, words: string[], _options, command: Command) =>
      (await import("./commands/search.ts")).search(collections, words.join(" "), {
        ...all<object>(command),
        // Without either of the two options the collection decides.
        rerank: command.getOptionValueSource("rerank") === "cli" ? (command.opts()["rerank"] as boolean) : undefined,
      }),
    );
};

const addDocuments = (program: Command): void => {
  const group = program.command("documents").description("look at documents, and what became of them");
  const each = (name: string, description: string) =>
    group.command(name).description(description).argument("<collection>", COLLECTION);
  each("list", "list documents")
    .addOption(new Option("--status <status>").choices(["pending", "processing", "ready", "failed"]))
    .action(async (collection: string, _options, command: Command) =>
      (await import("./commands/documents.ts")).listDocuments(collection, all(command)),
    );
  const one = (name: string, description: string) => each(name, description).argument("<id>", DOCUMENT);
  one("show", "show a document").action(async (collection: string, id: string, _options, command: Command) =>
    (await import("./commands/documents.ts")).showDocument(collection, id, all(command)),
  );
  each("delete", "delete documents")
    .argument("<ids...>", "ids of the documents")
    .action(async (collection: string, ids: string[], _options, command: Command) =>
      (await import("./commands/documents.ts")).deleteDocuments(collection, ids, all(command)),
    );
  one("reprocess", "read a document again").action(async (collection: string, id: string, _options, command: Command) =>
    (await import("./commands/documents.ts")).reprocessDocument(collection, id, all(command)),
  );
  one("download", "get the original file")
    .option("-o, --output <path>", "where to (default: its own name; - is the standard output)")
    .option("--force", "overwrite a file that is there")
    .action(async (collection: string, id: string, _options, command: Command) =>
      (await import("./commands/download.ts")).downloadDocument(collection, id, all(command)),
    );
  one("chunks", "print the passages of a document").action(
    async (collection: string, id: string, _options, command: Command) =>
      (await import("./commands/documents.ts")).showChunks(collection, id, all(command)),
  );
};

const addChanges = (program: Command): void => {
  const group = program.command("change").description("change the model or the vector store of a live collection");
  const each = (name: string, description: string) =>
    group.command(name).description(description).argument("<collection>", COLLECTION);
  each("start", "start a change")
    .option("--store <name>", "vector store to move to")
    .option("--embedder <provider>", "who shall compute the embeddings")
    .option("--model <name>", "embedding model")
    .option("--dimension <number>", "length of the vectors", integer(1))
    .option("--wait", "wait until it has switched")
    .action(async (collection: string, _options, command: Command) =>
      (await import("./commands/changes.ts")).startChange(collection, all(command)),
    );
  each("list", "list the changes of a collection").action(async (collection: string, _options, command: Command) =>
    (await import("./commands/changes.ts")).listChanges(collection, all(command)),
  );
  const one = (name: "show" | "cancel" | "rollback", description: string) =>
    each(name, description)
      .argument("<id>", "id of the change")
      .action(async (collection: string, id: string, _options, command: Command) =>
        (await import("./commands/changes.ts")).oneChange(name, collection, id, all(command)),
      );
  one("show", "show a change");
  one("cancel", "end a change that has not switched");
  one("rollback", "go back to the former index");
  program
    .command("migrate")
    .description("move collections to another vector store while they go on answering; nothing is embedded again")
    .argument("[collections...]", "names of the collections")
    .requiredOption("--to <store>", "name of the vector store in the server's configuration")
    .option("--all", "all collections")
    .action(async (collections: string[], _options, command: Command) =>
      (await import("./commands/migrate.ts")).migrate(collections, all(command)),
    );
};

const addTransfers = (program: Command): void => {
  program
    .command("export")
    .description("get a whole collection as one archive")
    .argument("<collection>", COLLECTION)
    .option("-o, --output <path>", "where to (default: <collection>.tar; - is the standard output)")
    .option("--force", "overwrite a file that is there")
    .action(async (collection: string, _options, command: Command) =>
      (await import("./commands/transfer.ts")).exportCollection(collection, all(command)),
    );
  program
    .command("import")
    .description("make a new collection of an archive")
    .argument("<collection>", "name of the new collection")
    .argument("<archive>", "path of the archive, or - for the standard input")
    .option("--new-ids", "documents get new ids; by default they keep theirs")
    .option("--reembed", "process all documents again, with the server's default embedder")
    .action(async (collection: string, archive: string, _options, command: Command) =>
      (await import("./commands/transfer.ts")).importCollection(collection, archive, all(command)),
    );
};

const addOthers = (program: Command): void => {
  program
    .command("stats")
    .description("counts of the whole service, or of one collection")
    .argument("[collection]", COLLECTION)
    .action(async (collection: string | undefined, _options, command: Command) =>
      (await import("./commands/platform.ts")).stats(collection, all(command)),
    );
  program
    .command("models")
    .description("list the embedding models")
    .action(async (_options, command: Command) => (await import("./commands/platform.ts")).models(all(command)));
  program
    .command("stores")
    .description("list the vector stores of the service, and whether each answers")
    .action(async (_options, command: Command) => (await import("./commands/platform.ts")).stores(all(command)));
  const webhooks = program.command("webhooks").description("who is told about documents");
  webhooks
    .command("list")
    .action(async (_options, command: Command) => (await import("./commands/webhooks.ts")).listWebhooks(all(command)));
  webhooks
    .command("create")
    .argument("<url>", "https://, or http:// for this machine")
    .addOption(
      new Option("--events <events...>", "what to tell")
        .choices(["document.processing", "document.ready", "document.failed"])
        .default(["document.ready", "document.failed"]),
    )
    .option("--collections <names...>", "only of these collections")
    .option("--description <text>")
    .action(async (url: string, _options, command: Command) =>
      (await import("./commands/webhooks.ts")).createWebhook(url, all(command)),
    );
  for (const name of ["delete", "test"] as const) {
    webhooks
      .command(name)
      .argument("<id>", "id of the webhook")
      .action(async (id: string, _options, command: Command) =>
        (await import("./commands/webhooks.ts")).oneWebhook(name, id, all(command)),
      );
  }
  program
    .command("serve")
    .description("start the service on this machine; settings are those of npm start")
    .option("--host <address>", "address to listen on (SERVICE_HOST)")
    .option("--port <number>", "port to listen on (SERVICE_PORT)", integer(0))
    .option("--data-dir <folder>", "folder that holds everything (SERVICE_DATA_DIR)")
    .option("--config <file>", "configuration file (SERVICE_CONFIG)")
    .action(async (_options, command: Command) => {
      const code = await (await import("./commands/serve.ts")).serve(command.opts());
      if (code !== EXIT.ok) process.exit(code);
    });
  program
    .command("completion")
    .description("print a completion script: source <(quarry completion bash)")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"]))
    .action(async (shell: "bash" | "zsh" | "fish") => {
      process.stdout.write((await import("./completion.ts")).completion(program, shell));
    });
};
