import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { queryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { navigateUnlessHeld } from "./shell/leaving.ts";
import "./theme/tokens.css";
import "./theme/base.css";

createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router base="/console" aroundNav={navigateUnlessHeld}>
        <App />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
