import './texts/language.ts';
import '@mantine/core/styles.css';
import './theme.css';
import { createTheme, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { client } from './client/client.ts';
import { router } from './router.ts';
import { prefetchViewer } from './session/viewer.tsx';

/** A quiet theme: one action colour, one scale of type, system fonts, and grey text dark enough to read (WCAG AA). */
const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  fontFamily: 'Inter, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.375rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem' },
      h2: { fontSize: '1.375rem' },
      h3: { fontSize: '1rem' },
      h4: { fontSize: '0.9375rem' },
    },
  },
  components: { Button: { defaultProps: { fw: 500 } }, Badge: { defaultProps: { fw: 500 } } },
});

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
