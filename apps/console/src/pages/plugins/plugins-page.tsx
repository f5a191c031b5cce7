import { useParams } from "wouter";
import { plugins as pluginsTexts } from "../../strings/plugins.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { FileTab } from "./file-tab.tsx";
import { ModelsTab } from "./models/models-tab.tsx";
import { PluginsTab } from "./plugins-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { type Configuration, useConfiguration } from "./use-installation.ts";

const texts = pluginsTexts;

const TABS = [
  { id: "plugins", label: texts.tabs.plugins, href: "/plugins" },
  { id: "models", label: texts.tabs.models, href: "/plugins/models" },
  { id: "settings", label: texts.tabs.settings, href: "/plugins/settings" },
  { id: "file", label: texts.tabs.file, href: "/plugins/file" },
] as const;

/** Plugins and settings of the running service. */
export default function PluginsPage() {
  const { tab } = useParams<{ readonly tab?: string }>();
  const selected = TABS.find(({ id }) => id === tab)?.id ?? "plugins";
  return (
    <>
      <PageHeader title={texts.title} description={texts.lead} />
      <Tabs label={texts.sections} items={TABS} selected={selected}>
        {selected === "plugins" ? (
          <PluginsTab />
        ) : selected === "models" ? (
          <ModelsTab />
        ) : (
          <WithConfiguration Tab={CONFIGURATION_TABS[selected]} />
        )}
      </Tabs>
    </>
  );
}

const CONFIGURATION_TABS = { settings: SettingsTab, file: FileTab } as const;

interface WithConfigurationProps {
  readonly Tab: (props: { readonly configuration: Configuration }) => React.ReactNode;
}

function WithConfiguration({ Tab }: WithConfigurationProps) {
  const configuration = useConfiguration();
  if (configuration.data !== undefined) return <Tab configuration={configuration.data} />;
  if (configuration.isError) {
    return <ErrorState error={configuration.error} retry={() => void configuration.refetch()} />;
  }
  return <LoadingPage label={texts.loadingConfig} />;
}
