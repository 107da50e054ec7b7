import { ValidationError } from '../../../errors.ts';
import { decodeDocument } from '../../../mime/decode-document.ts';
import type { Outbound, OutboundAnswer } from '../../../outbound/outbound.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import { record } from '../../../validation/text.ts';
import { parse } from '../../../validation/validate.ts';
import { webAddress } from '../../../validation/web-address.ts';
import type { Brand } from '../../content/brand/brand.ts';
import { lookOf, type SheetLook } from './main-colour.ts';
import { type Logo, readLogo } from './read-logo.ts';
import { readPage } from './read-page.ts';
import { profilesIn } from './social-links.ts';

const MAX_PAGE_BYTES = 2 * 1_048_576;
const MAX_SHEET_BYTES = 524_288;
const MOST_SHEETS = 6;
const REDIRECTS = 5;

export const websiteInput = record({ websiteUrl: webAddress() });

/** What a website shows of its brand. Absent: it does not say. */
export interface FoundBrand extends SheetLook, Partial<Logo>, Pick<Brand, 'socialLinks'> {
  name: string | undefined;
  /** After redirects. */
  websiteUrl: string;
}

/**
 * Reads name, logo, colours, font and social links from a website: its page, up to six style sheets and the logo. Stores
 * nothing. Throws ValidationError if the website does not answer with a page.
 */
export async function findBrand(outbound: Outbound, input: unknown): Promise<FoundBrand> {
  const { websiteUrl } = parse(websiteInput, input);
  const answer = await open(outbound, websiteUrl);
  const { name, logos, links, ...page } = readPage(textOf(answer), answer.url);
  const [sheets, logo] = await Promise.all([
    Promise.all(page.sheets.slice(0, MOST_SHEETS).map((address) => sheetAt(outbound, address))),
    readLogo(outbound, logos),
  ]);
  const look = lookOf([...sheets, ...page.styles], page.themeColour);
  return { name, ...look, ...logo, websiteUrl: answer.url, socialLinks: profilesIn(links) };
}

async function open(outbound: Outbound, address: string): Promise<OutboundAnswer> {
  const request = { maxBytes: MAX_PAGE_BYTES, redirects: REDIRECTS, headers: { accept: 'text/html' } };
  const answer = await outbound.request(address, request).catch((error) => {
    throw error instanceof OutboundError ? problem(`does not work: ${error.message}`) : error;
  });
  if (answer.status !== 200) throw problem(`does not work: the server answered with status ${answer.status}.`);
  const type = answer.headers['content-type'] ?? 'text/html';
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) throw problem('must be the address of a web page.');
  return answer;
}

const problem = (words: string) => new ValidationError([{ path: ['websiteUrl'], problem: words }]);

const textOf = ({ body, headers }: OutboundAnswer): string => decodeDocument(body, headers['content-type'] ?? '');

/** Empty if it cannot be read: the others may say enough. */
async function sheetAt(outbound: Outbound, address: string): Promise<string> {
  try {
    const answer = await outbound.request(address, { maxBytes: MAX_SHEET_BYTES, redirects: 3, milliseconds: 5_000 });
    return answer.status === 200 ? textOf(answer) : '';
  } catch (error) {
    if (error instanceof OutboundError) return '';
    throw error;
  }
}
