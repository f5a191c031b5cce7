import { Compass } from "lucide-react";
import { shell as shellTexts } from "../strings/shell.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export function NotFoundPage() {
  const { notFound, notFoundHint, toOverview } = shellTexts;
  return (
    <EmptyState icon={<Compass />} title={notFound} action={<LinkButton href="/">{toOverview}</LinkButton>}>
      {notFoundHint}
    </EmptyState>
  );
}
