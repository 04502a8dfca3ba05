/** The start of the portal: nonce of the page, styles, providers, the router. */
import '@fontsource-variable/inter/wght.css';
import './design/mantine-styles.ts';
import './design/tokens.css';
import './design/base.css';
import './design/overrides.css';
import './design/print.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { ignoreHeldEnter } from './design/keys.ts';
import { cssVariables, theme } from './design/theme.ts';
import { router } from './router.tsx';
import { watchEarlyScans } from './station/early-scans.ts';

// Mantine's own styles take the nonce from the provider, those of its overlays from `get-nonce`.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);
const colorSchemes = localStorageColorSchemeManager({ key: 'dray-color-scheme' });

ignoreHeldEnter();
watchEarlyScans();

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
