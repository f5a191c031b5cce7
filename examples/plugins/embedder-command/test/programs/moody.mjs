// Behaves as the first text of a batch specifies.
import { createInterface } from "node:readline";

const [mode] = process.argv.slice(2);
if (mode === "never-starts") {
  console.error("no model at /models/none");
  process.exit(3);
}
if (mode !== "never-ready") console.log(JSON.stringify({ ready: true }));
if (mode === "ignores-the-end") {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1_000);
}

const answers = {
  crash: () => process.exit(7),
  hang: () => undefined,
  refuse: () => ({ error: { reason: "invalid", message: "no such script" } }),
  rude: () => ({ error: "oops" }),
  short: ({ texts }) => ({ vectors: texts.map(() => [1]) }),
  empty: () => ({}),
  chatty: ({ texts }) => {
    process.stdout.write('Loading weights: 100%\n{"progress": 1}\n\n');
    return { vectors: texts.map(() => [3, 4]) };
  },
  environment: () => ({ error: { reason: "invalid", message: Object.keys(process.env).toSorted().join(" ") } }),
  arguments: () => ({ error: { reason: "invalid", message: JSON.stringify(process.argv.slice(2)) } }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.error(`asked for ${request.texts[0]}`);
  const answer = (answers[request.texts[0]] ?? answers.chatty)(request);
  if (answer !== undefined) console.log(JSON.stringify({ id: request.id, ...answer }));
}
