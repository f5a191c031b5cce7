import { plugins as pluginsTexts } from "../../strings/plugins.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import lists from "../../ui/list.module.css";
import { Notice } from "../../ui/notice.tsx";
import { Prose } from "./prose.tsx";
import styles from "./settings.module.css";
import type { Configuration } from "./use-installation.ts";

const texts = pluginsTexts.file;

type Section = Configuration["sections"][number];

/** Effective configuration, section by section. Sections changed by the file are expanded. */
export function FileTab({ configuration: { config_file: file, sections } }: { readonly configuration: Configuration }) {
  return (
    <div className={lists.page}>
      {file === null ? (
        <Notice>{texts.none}</Notice>
      ) : (
        <p className={styles.path}>
          <span>{texts.path}</span>
          <code>{file}</code>
          <CopyButton text={file} />
        </p>
      )}
      <Card isFlush>
        <ul>
          {sections.map((section) => (
            <SectionPart key={section.name} section={section} />
          ))}
        </ul>
      </Card>
      <p className={lists.muted}>{texts.hiddenNote}</p>
    </div>
  );
}

function SectionPart({
  section: { name, description, is_changed: isChanged, content },
}: {
  readonly section: Section;
}) {
  const value = (content as Readonly<Record<string, unknown>>)[name];
  return (
    <li className={`${lists.row} ${lists.lined} ${lists.text}`}>
      <div className={styles.sectionHead}>
        <div className={styles.what}>
          <code className={lists.name}>{name}</code>
          <p className={lists.muted}>
            <Prose text={description} />
          </p>
        </div>
        <Badge tone={isChanged ? "accent" : "neutral"}>{isChanged ? texts.changed : texts.builtIn}</Badge>
      </div>
      {isEmpty(value) ? (
        <p className={lists.muted}>{texts.nothing}</p>
      ) : typeof value === "object" ? (
        <details className={lists.details} open={isChanged}>
          <summary>{texts.show}</summary>
          <CodeBlock code={JSON.stringify(value, undefined, 2)} label={texts.content(name)} />
        </details>
      ) : (
        <code>{JSON.stringify(value)}</code>
      )}
    </li>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
