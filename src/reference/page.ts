import { createHash } from 'node:crypto';
import { Html, html } from '../validation/html.ts';
import type { Addresses } from './addresses.ts';
import { STYLE } from './page-style.ts';

/** A page of the reference. */
export interface Page {
  title: string;
  body: Html;
  /** The pages above it, from the first one. */
  above?: readonly Html[];
  /** Whether it can be filtered, with the only script of the reference. */
  isFiltered?: boolean;
}

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "script-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Allows its own style, by its hash, and a script of this server. */
export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Content-Language': 'en',
};

/** The whole page as HTML. */
export function documentOf({ title, body, above = [], isFiltered = false }: Page, addresses: Addresses): string {
  const path = [...above, html`<span aria-current="page">${title}</span>`];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Tidings API</title>
<style>${new Html(STYLE)}</style>
${isFiltered ? html`<script src="${addresses.script}" defer></script>` : html``}
</head>
<body>
<a class="skip" href="#main-content">Skip to content</a>
<header><nav aria-label="Breadcrumb"><ol>${path.map((part) => html`<li>${part}</li>`)}</ol></nav></header>
<main id="main-content">
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
}
