import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { DataFolder } from "../harness/data-folder.ts";
import { type Environment, TestServer } from "../harness/test-server.ts";

const WILD = fileURLToPath(new URL("./wild", import.meta.url));
const MODULES = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

/** Failure modes of plugins, by call: see wild/mood.js. */
export type Moods = Readonly<Record<string, string>>;

/** Limits that an honest call meets on a busy machine, and that a test can wait for. */
const TIMEOUTS = {
  ...{ load: 60, open: 30, close: 1, health: 2, search: 2, read: 2, write: 2 },
  ...{ embedQuery: 2, embedDocuments: 2, rerank: 2 },
};

/** Config file with third-party plugins in plain JavaScript, which misbehave on request. */
export class WildFolder {
  readonly data: DataFolder;

  private constructor(data: DataFolder) {
    this.data = data;
  }

  static async make(): Promise<WildFolder> {
    const folder = new WildFolder(await DataFolder.make());
    await cp(WILD, folder.data.file("config"), { recursive: true });
    await folder.writePackage();
    await folder.setMoods({});
    return folder;
  }

  /** Writes the packages that an operator installs next to the config file. */
  private async writePackage(): Promise<void> {
    await writeFile(this.data.file("config", "package.json"), `{ "type": "module" }`);
    await mkdir(this.data.file("config", "node_modules", "@quarry"), { recursive: true });
    for (const name of ["effect", "@quarry/vector-embedded"]) {
      await symlink(`${MODULES}/${name}`, this.data.file("config", "node_modules", ...name.split("/")));
    }
  }

  setMoods(moods: Moods): Promise<void> {
    return writeFile(this.data.file("config", "moods.json"), JSON.stringify(moods));
  }

  async start(sections: object = {}, settings: Environment = {}): Promise<TestServer> {
    const own = { ...(await this.environment(sections)), SERVICE_PARSE_TIMEOUT_SECONDS: "3" };
    return TestServer.start({ ...own, ...settings }, this.data);
  }

  /** Returns the settings of a service that has every wild plugin; `sections` override its config. */
  async environment(sections: object = {}): Promise<{ readonly SERVICE_CONFIG: string }> {
    const config = this.data.file("config", "quarry.config.json");
    const choices = {
      vectorStore: { plugin: "./store.js" },
      embedders: { wild: { plugin: "./embedder.js", pace: { giveUpAfterSeconds: 1 } } },
      defaultEmbedder: "wild",
      rerankers: { wild: { plugin: "./reranker.js" } },
      parsers: { txt: { plugin: "./parser.js" }, md: { plugin: "./parser.js", settings: { gives: "nothing" } } },
      pluginTimeouts: TIMEOUTS,
      ...sections,
    };
    await writeFile(config, JSON.stringify(choices));
    return { SERVICE_CONFIG: config };
  }

  /** Adds a test's own plugin. */
  write(name: string, text: string): Promise<void> {
    return writeFile(this.data.file("config", name), text);
  }
}
