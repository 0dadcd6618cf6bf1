import "@mantine/core/styles.css";
import "@mantine/dates/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import "./app.css";
import "./frame/frame.css";
import "./widgets/widgets.css";
import "./widgets/data-table.css";
import "./charts/charts.css";
import "./pages/pages.css";
import "./pages/answer/answer.css";
import "./print.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { asked, client } from "./first.ts";
import { keepFocus } from "./keep-focus.ts";
import { PasswordPrompt } from "./password-prompt.tsx";
import { router } from "./router.tsx";
import { SessionOver } from "./session-over.tsx";
import { cssVariables, theme } from "./theme.ts";

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
// The scroll lock behind dialogs writes a style of its own and looks for the nonce here.
Object.assign(window, { __webpack_nonce__: nonce });

// Paper is white, whatever the screen is.
const scheme = "data-mantine-color-scheme";
let onScreen: string | null = null;
addEventListener("beforeprint", () => {
  onScreen = document.documentElement.getAttribute(scheme);
  document.documentElement.setAttribute(scheme, "light");
});
addEventListener("afterprint", () => {
  if (onScreen) document.documentElement.setAttribute(scheme, onScreen);
});

/** Drawing holds up what arrives meanwhile: for so long it waits until what the first answers ask for next is asked. */
const HELD_MS = 100;

function draw(root: Element): void {
  keepFocus();
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <Notifications position="bottom-right" limit={3} />
        <QueryClientProvider client={client}>
          <PasswordPrompt />
          <SessionOver />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

const root = document.getElementById("root");
const waited = new Promise((done) => setTimeout(done, HELD_MS));
if (root) void Promise.race([asked, waited]).then(() => draw(root));
