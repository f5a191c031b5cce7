import { loadPlugin, type PluginSource } from "@quarry/host";

/** Loads plugins as the service does, with Node's own `import`. Prints the outcome of each as a line of JSON. */
const [, , source, ...plugins] = process.argv as [string, string, string, ...string[]];

for (const plugin of plugins) {
  const outcome = await loadPlugin("vector-store", { plugin }, "vectorStore", JSON.parse(source) as PluginSource).then(
    ({ plugin: { name } }) => name,
    (error: Error) => error.message,
  );
  console.log(JSON.stringify(outcome));
}
