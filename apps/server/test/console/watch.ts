import type { BrowserContext, ConsoleMessage, Request, Response } from "playwright-core";

/** Chromium's own message for a failure that {@link Watch} reports with its method and address. */
const LOADING_FAILED = /^Failed to load resource/;

/** The page itself aborted the request: it navigated elsewhere, or closed a stream. */
const GIVEN_UP = "net::ERR_ABORTED";

/**
 * Records problems of a page: errors, violations of its content security policy, requests that failed or were refused,
 * and requests to any server but its own. Each is one line that begins with its kind.
 */
export class Watch {
  readonly #origin: string;
  readonly #allowed: readonly RegExp[];
  readonly #problems: string[] = [];

  /**
   * Lines that match one of `allowed` are ignored; violations of the policy and requests to other hosts are never
   * allowed.
   */
  constructor(origin: string, allowed: readonly RegExp[]) {
    this.#origin = origin;
    this.#allowed = allowed;
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Watches all pages of the context, from their first request. */
  async over(context: BrowserContext): Promise<void> {
    await context.exposeBinding("reportPolicyViolation", (_, violation: string) => this.#grave(`policy: ${violation}`));
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        const report = (globalThis as unknown as { reportPolicyViolation: (violation: string) => void })
          .reportPolicyViolation;
        report(`${event.effectiveDirective} forbids ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`);
      });
    });
    context.on("console", (message) => this.#console(message));
    context.on("weberror", (error) => this.#report(`page error: ${String(error.error().stack ?? error.error())}`));
    context.on("request", (request) => this.#request(request));
    context.on("requestfailed", (request) => this.#failed(request));
    context.on("response", (response) => this.#response(response));
  }

  #console(message: ConsoleMessage): void {
    const text = message.text();
    if (/Content.Security.Policy/i.test(text)) this.#grave(`policy: ${text}`);
    else if (message.type() === "error" && !LOADING_FAILED.test(text)) this.#report(`console error: ${text}`);
    else if (message.type() === "warning") this.#report(`console warning: ${text}`);
  }

  #request(request: Request): void {
    const { origin, protocol } = new URL(request.url());
    if (protocol === "data:" || protocol === "blob:" || origin === this.#origin) return;
    this.#grave(`other host: ${request.method()} ${request.url()}`);
  }

  #failed(request: Request): void {
    const reason = request.failure()?.errorText ?? "no reason";
    if (reason !== GIVEN_UP) this.#report(`request failed: ${request.method()} ${this.#path(request.url())} ${reason}`);
  }

  #response(response: Response): void {
    if (response.status() < 400) return;
    this.#report(`status ${response.status()}: ${response.request().method()} ${this.#path(response.url())}`);
  }

  #path(url: string): string {
    return url.startsWith(this.#origin) ? url.slice(this.#origin.length) : url;
  }

  #report(problem: string): void {
    if (!this.#allowed.some((pattern) => pattern.test(problem))) this.#grave(problem);
  }

  #grave(problem: string): void {
    this.#problems.push(problem);
  }
}
