import { createTheme } from '@mantine/core';

/** A quiet theme: one action colour, system fonts, and grey text dark enough to read (WCAG AA). */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, monospace',
  components: { Button: { defaultProps: { fw: 500 } }, Badge: { defaultProps: { fw: 500 } } },
});
