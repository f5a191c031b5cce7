import { join } from "node:path";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { useBrowser } from "../console/browser.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";

const server = useSharedServer();
const browser = useBrowser(server);

/** Bundles the client and a program that uses it into one script. */
const bundle = async (): Promise<string> => {
  const made = await rolldown({ input: join(import.meta.dirname, "browser-program.ts"), platform: "browser" });
  const { output } = await made.generate({ format: "iife", minify: true });
  return output[0].code;
};

/** Both functions run in the page: they must not reference anything in this file. */
const inPage = async ({ script, call }: { readonly script: string; readonly call: string }): Promise<string> => {
  const textContent = `${script};globalThis.answer=${call}`;
  document.head.append(Object.assign(document.createElement("script"), { textContent }));
  return (globalThis as unknown as { readonly answer: Promise<string> }).answer;
};

const inWorker = ({ script, call }: { readonly script: string; readonly call: string }): Promise<string> =>
  new Promise((resolve, reject) => {
    const source = `${script};${call}.then(postMessage, (error) => setTimeout(() => { throw error; }))`;
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    worker.addEventListener("message", ({ data }) => resolve(data as string));
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
  });

test.each([
  ["a page", inPage],
  ["a worker", inWorker],
] as const)("the client uploads, follows, searches and downloads in %s", async (where, run) => {
  const page = await browser.open("/health", { key: null, allow: [/^status 404: /] });
  const call = `useClient(${JSON.stringify(where.replace(" ", "_"))}, ${JSON.stringify(server.current.secret)})`;
  const reported = JSON.parse(await page.evaluate(run, { script: await bundle(), call })) as {
    readonly documentId: string;
  };
  expect(reported).toMatchObject({
    results: [{ documentId: reported.documentId, text: "Herons stand still in shallow water." }],
    sent: [
      { sentBytes: 0, totalBytes: 36 },
      { sentBytes: 36, totalBytes: 36 },
    ],
    ...{ lastStep: "complete", isWhole: true, isNotFound: true },
  });
});
