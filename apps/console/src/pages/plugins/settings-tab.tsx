import { SearchX } from "lucide-react";
import { useState } from "react";
import { plugins as pluginsTexts } from "../../strings/plugins.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Checkbox, TextField } from "../../ui/field.tsx";
import lists from "../../ui/list.module.css";
import { findSettings, type ServiceSetting } from "./find-settings.ts";
import { Prose } from "./prose.tsx";
import styles from "./settings.module.css";
import type { Configuration } from "./use-installation.ts";

const texts = pluginsTexts.setting;

/** Searchable list of all environment settings. */
export function SettingsTab({ configuration: { settings } }: { readonly configuration: Configuration }) {
  const [search, setSearch] = useState("");
  const [onlySet, setOnlySet] = useState(false);
  const found = findSettings(settings, search, onlySet);
  const showAll = () => {
    setSearch("");
    setOnlySet(false);
  };
  return (
    <div className={lists.page}>
      <div className={styles.bar} role="search">
        <TextField
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          type="search"
          value={search}
          onChange={setSearch}
        />
        <Checkbox isSelected={onlySet} onChange={setOnlySet}>
          {texts.onlySet}
        </Checkbox>
        <p className={`${lists.muted} ${styles.count}`} role="status">
          {texts.found(found.length, settings.length)}
        </p>
      </div>
      <Card isFlush>
        {found.length === 0 ? (
          <EmptyState
            icon={<SearchX />}
            title={texts.nothing}
            action={<Button onPress={showAll}>{texts.showAll}</Button>}
          >
            <p>{texts.nothingText}</p>
          </EmptyState>
        ) : (
          <ul>
            {found.map((setting) => (
              <Setting key={setting.variable} setting={setting} />
            ))}
          </ul>
        )}
      </Card>
      <p className={lists.muted}>{texts.where}</p>
    </div>
  );
}

function Setting({ setting }: { readonly setting: ServiceSetting }) {
  const { variable, description, is_set: isSet, is_secret: isSecret, default_value: standard, value } = setting;
  return (
    <li className={`${lists.lined} ${styles.setting}`}>
      <div className={styles.what}>
        <code className={lists.name}>{variable}</code>
        <p className={lists.muted}>
          <Prose text={description} />
        </p>
      </div>
      <div className={styles.value}>
        <Value setting={setting} />
        {isSet && standard !== null && standard !== value && (
          <span className={lists.muted}>{texts.default(standard)}</span>
        )}
      </div>
      <div className={styles.badges}>
        {isSecret && <Badge tone="warn">{texts.secret}</Badge>}
        <Badge tone={isSet ? "accent" : "neutral"}>
          {isSet ? texts.set : standard === null ? texts.notSet : texts.byDefault}
        </Badge>
      </div>
    </li>
  );
}

function Value({ setting: { value, is_set: isSet, is_secret: isSecret } }: { readonly setting: ServiceSetting }) {
  if (isSecret && isSet) {
    return (
      <span className={styles.masked}>
        <span aria-hidden>••••••••</span>
        <span className="visually-hidden">{texts.hidden}</span>
      </span>
    );
  }
  return value === null ? <span className={lists.muted}>{texts.noValue}</span> : <code>{value}</code>;
}
