import './texts/language.ts';
import '@mantine/core/styles.css';
import './theme.css';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { client } from './client/client.ts';
import { router } from './router.ts';
import { prefetchViewer } from './session/viewer.tsx';
import { theme } from './theme.ts';

// The page's Content Security Policy allows only styles with its nonce. Mantine creates styles at run time, and the scroll lock
// of dialogs takes the nonce from get-nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

prefetchViewer();
// Otherwise the router would only look for the page after the first rendering.
void router.load();
createRoot(document.getElementById('dashboard')!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Provider value={client}>
        <RouterProvider router={router} />
      </Provider>
    </MantineProvider>
  </StrictMode>,
);
