import { useState } from "react";
import { webhooks } from "../../strings/webhooks.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import styles from "./webhooks.module.css";

const texts = webhooks.secret;

/** Secret of a new webhook, and how a receiver verifies signatures with it. */
export function SecretOnce({ secret }: { readonly secret: string }) {
  const [language, setLanguage] = useState(texts.snippets[0]!.id);
  const snippet = texts.snippets.find(({ id }) => id === language)!;
  return (
    <>
      <Notice tone="warn">{texts.warning}</Notice>
      <div className={styles.secret}>
        <code aria-label={texts.label}>{secret}</code>
        <CopyButton text={secret} label={texts.copy} />
      </div>
      <p>{texts.how}</p>
      <Tabs label={texts.languages} items={texts.snippets} selected={language} onSelect={setLanguage}>
        <CodeBlock code={snippet.code} label={texts.snippet(snippet.label)} />
      </Tabs>
    </>
  );
}
