import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { queryClient } from "./api/query-client.ts";
import { SESSION_QUERY } from "./api/session.ts";
import { App } from "./app.tsx";
import { beginPage } from "./shell/begin-page.ts";
import { navigateUnlessHeld } from "./shell/leaving.ts";
import "./theme/tokens.css";
import "./theme/base.css";
import "./theme/opening.css";

beginPage(location.pathname);
// The content of index.html stays until the session is known. When the service doesn't answer, the app asks again and
// reports it.
await queryClient.prefetchQuery({ ...SESSION_QUERY, retry: false });

createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router base="/console" aroundNav={navigateUnlessHeld}>
        <App />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
