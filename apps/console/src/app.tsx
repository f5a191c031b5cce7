import { I18nProvider, RouterProvider } from "react-aria-components";
import { useLocation } from "wouter";
import { useSession } from "./api/session.ts";
import { SignInPage } from "./pages/sign-in/sign-in-page.tsx";
import { Shell } from "./shell/shell.tsx";
import { shell as shellTexts } from "./strings/shell.ts";
import { ErrorState } from "./ui/error-state.tsx";
import { LoadingPage } from "./ui/loading-page.tsx";
import { ToastRegion } from "./ui/toast.tsx";

/** Root component of the console. Without a session it shows the sign-in page, otherwise the page of the address. */
export function App() {
  const [, navigate] = useLocation();
  return (
    <I18nProvider locale="en">
      <RouterProvider navigate={navigate} useHref={hrefOf}>
        <Gate />
        <ToastRegion />
      </RouterProvider>
    </I18nProvider>
  );
}

const hrefOf = (path: string): string => (path.startsWith("/") ? `/console${path}` : path);

function Gate() {
  const session = useSession();
  if (session.isPending) return <LoadingPage label={shellTexts.opening} isWholePage />;
  if (session.isError) return <ErrorState error={session.error} retry={() => void session.refetch()} isWholePage />;
  return session.data === null ? <SignInPage /> : <Shell session={session.data} />;
}
