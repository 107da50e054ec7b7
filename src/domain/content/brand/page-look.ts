import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { type Html, html } from '../../../validation/html.ts';
import { found } from '../../found.ts';
import { type Brand, brandOf } from './brand.ts';
import { readableOn, textOn } from './colours.ts';

/** What a page shows of its team. */
export interface Look {
  teamName: string;
  postalAddress: string | null;
  brand: Brand;
}

/** Reads the team's look in one statement. Throws NotFoundError. */
export async function readLook({ db, team }: Scope): Promise<Look> {
  const [row] = await run<Omit<Look, 'brand'> & { brand: unknown }>(
    db,
    sql`select name as "teamName", postal_address as "postalAddress", brand from teams where id = ${team.id}`,
  );
  const { brand, ...look } = found(row);
  return { ...look, brand: brandOf(brand) };
}

/** The background of text, as in page-style.ts. */
const LIGHT_PAPER = '#ffffff';
const DARK_PAPER = '#1b1b1b';

/** The team's colours and font, as a style that follows the common one. Text colours are made readable on their background. */
export function styleOf({ brand: { color, backgroundColor, fontFamily } }: Look): string {
  const [light, dark] = [readableOn(color, LIGHT_PAPER), readableOn(color, DARK_PAPER)];
  return `
:root { --accent: ${light}; --on-accent: ${textOn(light)}; --behind: ${backgroundColor}; }
@media (prefers-color-scheme: dark) { :root { --accent: ${dark}; --on-accent: ${textOn(dark)}; --behind: #101010; } }
body { font-family: ${fontFamily}; }
`;
}

/** The only picture that the policy of the page allows, if there is one. */
export function pictureSource({ brand: { logoUrl } }: Look): string | undefined {
  if (!logoUrl) return undefined;
  const { origin, pathname } = new URL(logoUrl);
  return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
}

/** The logo or the name, linked to the team's own site; outside the frame if the page is in one. */
export function headerOf({ teamName, brand: { logoUrl, logoWidth, websiteUrl } }: Look): Html {
  const name = logoUrl ? html`<img src="${logoUrl}" alt="${teamName}" width="${logoWidth}">` : html`${teamName}`;
  return html`<header>${websiteUrl ? html`<a href="${websiteUrl}" target="_top">${name}</a>` : name}</header>`;
}

/** Names the team of the page. */
export function footerOf({ teamName, postalAddress }: Look): Html {
  const lines = postalAddress?.split(/\r?\n/).filter((line) => line.trim() !== '') ?? [];
  return html`<footer>${[teamName, ...lines].map((line) => html`<div>${line}</div>`)}</footer>`;
}
