import { useState } from "react";
import { search as searchTexts } from "../../strings/search.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { SearchSettings } from "./search-settings.ts";
import { type Language, LANGUAGES, snippetOf } from "./snippets.ts";

export interface SnippetDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly query: string;
  readonly settings: SearchSettings;
}

/** Dialog with the search as code, in three languages. */
export function SnippetDialog({ isOpen, onClose, query, settings }: SnippetDialogProps) {
  const texts = searchTexts.snippet;
  const [language, setLanguage] = useState<Language>("curl");
  return (
    <Dialog title={texts.title} isOpen={isOpen} onClose={onClose} width="wide">
      <Tabs
        label={texts.title}
        items={LANGUAGES.map((id) => ({ id, label: texts.languages[id] }))}
        selected={language}
        onSelect={(id) => setLanguage(id as Language)}
      >
        <CodeBlock
          code={snippetOf(language, window.location.origin, query, settings)}
          label={texts.languages[language]}
        />
      </Tabs>
      <p>{texts.explain}</p>
    </Dialog>
  );
}
