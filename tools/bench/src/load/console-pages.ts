import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, launchChromium, type Page } from "@quarry/services";
import type { QuarryServer } from "../processes/quarry-server.ts";

const BUILD = fileURLToPath(new URL("../../../../apps/console/build/build.ts", import.meta.url));

const WINDOW = { width: 1280, height: 800 };

/** The console of a service in a browser, signed in with its secret. */
export class ConsolePages implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #server: QuarryServer;

  private constructor(browser: Browser, server: QuarryServer) {
    this.#browser = browser;
    this.#server = server;
  }

  /** Builds the console first when a source is newer. */
  static async open(server: QuarryServer): Promise<ConsolePages> {
    await promisify(execFile)(process.execPath, [...process.execArgv, BUILD, "--if-stale"]);
    return new ConsolePages(await launchChromium(), server);
  }

  /** A page of a new profile, which has nothing in its cache. */
  async visit(path: string): Promise<Page> {
    const address = `http://127.0.0.1:${this.#server.process.port}`;
    const context = await this.#browser.newContext({ baseURL: address, viewport: WINDOW });
    const key = this.#server.authorization.slice("Bearer ".length);
    const answer = await context.request.post(`${address}/console/trpc/session.open`, { data: { key } });
    if (!answer.ok()) throw new Error(`signing in: ${answer.status()} ${await answer.text()}`);
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  /** Closes a page with its profile. */
  readonly leave = (page: Page): Promise<void> => page.context().close();

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}
