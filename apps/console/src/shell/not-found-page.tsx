import { Compass } from "lucide-react";
import { strings } from "../strings/index.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export function NotFoundPage() {
  const { notFound, notFoundHint, toOverview } = strings.shell;
  return (
    <EmptyState icon={<Compass />} title={notFound} action={<LinkButton href="/">{toOverview}</LinkButton>}>
      {notFoundHint}
    </EmptyState>
  );
}
