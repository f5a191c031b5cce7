import { existsSync } from "node:fs";
import { join } from "node:path";
import { runOrExplain } from "./run-or-explain.ts";
import type { Service } from "./service.ts";

const VERSION = "3.2.2";
const PORT = 19_998;
const JAR = `tika-server-standard-${VERSION}.jar`;

/** Apache Tika Server from Maven's repository; requires Java 17 and Maven in PATH. */
export const tika: Service = {
  name: "tika",
  version: VERSION,
  port: PORT,
  addressVariable: "TIKA_URL",
  install: (folder) => {
    if (existsSync(join(folder, JAR))) return;
    const coordinates = `org.apache.tika:tika-server-standard:${VERSION}`;
    const plugin = "org.apache.maven.plugins:maven-dependency-plugin:2.8:copy";
    runOrExplain(
      "mvn",
      ["--batch-mode", "-q", plugin, `-Dartifact=${coordinates}`, `-DoutputDirectory=${folder}`],
      "Java 17 and Maven (Debian: apt-get install openjdk-17-jre-headless maven)",
    );
  },
  command: (folder) => [
    "java",
    "-Xmx512m",
    "-jar",
    join(folder, JAR),
    ...["--host", "127.0.0.1", "--port", String(PORT), "--noFork"],
  ],
  healthPath: "/version",
};
