type MetricType = "counter" | "gauge" | "histogram";

type Labels = Readonly<Record<string, string>>;

/** One value of a metric. The values of a histogram have their own suffixes. */
export interface Sample {
  readonly value: number;
  readonly labels?: Labels;
  /** Suffix of the metric's name. Default: none. */
  readonly suffix?: "_bucket" | "_sum" | "_count";
}

export interface Metric {
  readonly name: string;
  readonly type: MetricType;
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** Formats metrics in the Prometheus text format, version 0.0.4. A metric without samples is omitted. */
export const exposition = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) =>
      [
        `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(({ value, labels = {}, suffix = "" }) => `${name}${suffix}${braced(labels)} ${value}`),
        "",
      ].join("\n"),
    )
    .join("");

const braced = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
};

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
