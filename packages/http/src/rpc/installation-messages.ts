import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type ConfigurationSectionSchema,
  ParserIsolation,
  PluginCredential,
  PluginHealth,
  PluginKind,
  type PluginSchema,
  type ServiceSettingSchema,
} from "@quarry/api";
import type { JsonObject } from "@quarry/plugin/domain";
import type { PluginEntry, PluginReport, SectionReport, SettingReport } from "@quarry/host";
import { contractEnum } from "./contract-enum.ts";
import { toStruct } from "./messages.ts";

type PluginInit = MessageInitShape<typeof PluginSchema>;

const KINDS: Readonly<Record<PluginEntry["kind"], PluginKind>> = {
  "vector-store": PluginKind.VECTOR_STORE,
  parser: PluginKind.PARSER,
  embedder: PluginKind.EMBEDDER,
  reranker: PluginKind.RERANKER,
};

const HEALTHS = contractEnum(PluginHealth).byName;
const CREDENTIALS = contractEnum(PluginCredential).byName;

export const toPlugin = ({ entry, version, isDefault, health, faults, settings }: PluginReport): PluginInit => ({
  kind: KINDS[entry.kind],
  names: [...entry.names],
  id: entry.plugin,
  module: entry.module,
  ...(version !== undefined && { version }),
  contractVersion: entry.specVersion,
  isDefault,
  health: HEALTHS[health.state],
  ...(health.state === "failing" && { healthMessage: health.message }),
  faults: {
    count: faults.count,
    ...(faults.last !== undefined && { lastAt: timestampFromMs(faults.last.at), lastMessage: faults.last.message }),
  },
  settings: toStruct(settings as JsonObject),
  ...abilitiesOf(entry),
});

const abilitiesOf = (entry: PluginEntry): Pick<PluginInit, "vectorStore" | "embedder" | "reranker" | "parser"> => {
  switch (entry.kind) {
    case "vector-store":
      return { vectorStore: entry.capabilities };
    case "embedder":
      return { embedder: toEmbedderAbilities(entry.capabilities) };
    case "reranker": {
      const { models, credential, maxPassages } = entry.capabilities;
      return {
        reranker: { models: [...models], credential: CREDENTIALS[credential], ...bounded("maxPassages", maxPassages) },
      };
    }
    case "parser": {
      const { fileTypes, isolation } = entry.capabilities;
      return {
        parser: {
          fileTypes: [...fileTypes],
          isolation: isolation === "process" ? ParserIsolation.PROCESS : ParserIsolation.THREAD,
        },
      };
    }
  }
};

type EmbedderCapabilities = Extract<PluginEntry, { readonly kind: "embedder" }>["capabilities"];

const toEmbedderAbilities = (can: EmbedderCapabilities): PluginInit["embedder"] => ({
  models: can.models.map(({ name, dimension, dimensionRange, maxInputTokens, description }) => ({
    name,
    dimension,
    description,
    ...(dimensionRange && { minDimension: dimensionRange.minimum, maxDimension: dimensionRange.maximum }),
    ...bounded("maxInputTokens", maxInputTokens),
  })),
  otherModels: can.otherModels,
  credential: CREDENTIALS[can.credential],
  ...bounded("maxBatchTexts", can.maxBatchTexts),
  ...bounded("maxBatchTokens", can.maxBatchTokens),
  learns: can.fitting !== undefined,
  defaultAlpha: can.hybridAlpha,
});

/** A plugin declares Infinity if it has no limit of its own; the contract omits the field. */
const bounded = <Name extends string>(name: Name, count: number | undefined): { readonly [Key in Name]?: bigint } =>
  count === undefined || !Number.isFinite(count)
    ? {}
    : ({ [name]: BigInt(Math.floor(count)) } as { [Key in Name]: bigint });

export const toServiceSetting = ({
  defaultText,
  ...setting
}: SettingReport): MessageInitShape<typeof ServiceSettingSchema> => ({ ...setting, defaultValue: defaultText });

export const toConfigurationSection = (
  section: SectionReport,
): MessageInitShape<typeof ConfigurationSectionSchema> => ({
  ...section,
  content: toStruct(section.content === undefined ? {} : ({ [section.name]: section.content } as JsonObject)),
});
