import type { Brand } from '../content/brand/brand.ts';
import { readableOn } from '../content/brand/colours.ts';
import { paletteOf } from './design.ts';
import type { FormDesign } from './kinds.ts';

const WRONG = '#a3161a';
const DARK_PAPER = '#26282c';
const DARK_WRONG = '#ffb3b0';

/** A sheet that floats on wide screens, and is all of a phone's. */
const sheet = (corners: number): string =>
  `@media (min-width: 40rem) { .sheet { min-height: 0; margin: 2.5rem auto; border-radius: ${corners}px; overflow: hidden; } }`;

/** The style of a design on the form's own page. It follows the style of all public pages, in light and dark mode. */
export function pageDesign(design: FormDesign, brand: Brand): string {
  if (design === 'clean') return '';
  const { paper, ink, quiet, accent, onAccent, corners, innerCorners } = paletteOf(design, brand);
  const inner = `input:not([type=checkbox]), button { border-radius: ${innerCorners}px; }`;
  if (design === 'bold')
    return `
:root { --behind: ${paper}; }
@media (prefers-color-scheme: dark) { :root { --behind: #101010; } }
header { padding: 1.25rem; background: ${paper}; color: ${ink}; }
header :focus-visible { outline-color: ${ink}; outline-offset: -2px; }
h1 { font-size: 2rem; }
${sheet(0)}
${inner}
`;
  return `
:root { --paper: ${paper}; --ink: ${ink}; --quiet: ${quiet}; --accent: ${accent}; --on-accent: ${onAccent};
  --wrong: ${readableOn(WRONG, paper)}; --behind: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: ${DARK_PAPER}; --ink: #f0f0f0; --quiet: #b8b8b8;
  --accent: ${readableOn(brand.color, DARK_PAPER)}; --on-accent: ${DARK_PAPER}; --wrong: ${DARK_WRONG}; --behind: #131416; } }
${sheet(corners)}
${inner}
`;
}
