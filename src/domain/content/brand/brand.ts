import type { z } from 'zod';
import { whole } from '../../../validation/number.ts';
import { listOf, oneOf, optionalText, record } from '../../../validation/text.ts';
import { webAddress, webOrMailAddress } from '../../../validation/web-address.ts';
import { colour, fontFamily } from '../compiling/blocks/values.ts';
import { SOCIAL_NETWORKS } from '../pictures.ts';

const MAX_LINKS = 12;

const socialLink = record({ network: oneOf(SOCIAL_NETWORKS), url: webOrMailAddress() });

/** The look of a team's e-mails. An absent field keeps its value, and null clears it. */
export const brandChange = record({
  logoUrl: optionalText(webAddress()),
  /** In pixels. */
  logoWidth: whole(16, 560).nullish(),
  color: optionalText(colour()),
  backgroundColor: optionalText(colour()),
  fontFamily: optionalText(fontFamily()),
  websiteUrl: optionalText(webAddress()),
  socialLinks: listOf(socialLink, 0, MAX_LINKS).nullish(),
});

/** As stored: only the team's own settings. */
export type StoredBrand = {
  [Key in keyof z.output<typeof brandChange>]?: NonNullable<z.output<typeof brandChange>[Key]>;
};

/** Complete, with defaults. */
export interface Brand extends Pick<StoredBrand, 'logoUrl' | 'websiteUrl'> {
  logoWidth: number;
  color: string;
  backgroundColor: string;
  fontFamily: string;
  socialLinks: NonNullable<StoredBrand['socialLinks']>;
}

const DEFAULTS: Brand = {
  logoWidth: 140,
  color: '#1f5f5b',
  backgroundColor: '#f3f1ec',
  fontFamily: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  socialLinks: [],
};

/** A team's brand from its stored settings. */
export const brandOf = (stored: unknown): Brand => ({ ...DEFAULTS, ...(stored as StoredBrand | null) });
