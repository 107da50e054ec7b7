import { networkName } from '../network-name.ts';
import { type Brand, brandOf } from './brand.ts';
import { buttonInDark, DARK_CONTENT, readableOn, textOn } from './colours.ts';

/** The data of a team that messages show. */
export interface ShownTeam {
  name: string;
  postalAddress: string | null;
  /** IANA. */
  timezone: string;
  /** As stored. */
  brand: unknown;
}

/**
 * `team` of the merge data (docs/templates.md). `picturesUrl`: the installation's picture folder, without a trailing slash.
 */
export const teamValues = (
  { name, postalAddress, timezone, brand }: ShownTeam,
  picturesUrl: string,
): Record<string, unknown> => ({
  name,
  postal_address: postalAddress,
  timezone,
  address_lines: postalAddress?.split(/\r?\n/).filter((line) => line.trim() !== '') ?? [],
  brand: brandValues(brandOf(brand)),
  pictures_url: picturesUrl,
});

const brandValues = (brand: Brand): Record<string, unknown> => ({
  logo_url: brand.logoUrl ?? null,
  logo_width: brand.logoWidth,
  website_url: brand.websiteUrl ?? null,
  social_links: brand.socialLinks.map(({ network, url }) => ({ network, url, name: networkName(network) })),
  font_family: brand.fontFamily,
  background_color: brand.backgroundColor,
  ...coloursOf(brand.color),
});

/** Each message needs the colours of its team, and computing them takes longer than a lookup. */
const known = new Map<string, Record<string, string>>();
const MOST_KNOWN = 1_000;

function coloursOf(color: string): Record<string, string> {
  const found = known.get(color);
  if (found) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const colours = {
    color,
    button_text_color: textOn(color),
    text_color: readableOn(color, '#ffffff'),
    dark_color: buttonInDark(color),
    dark_button_text_color: textOn(buttonInDark(color)),
    dark_text_color: readableOn(color, DARK_CONTENT),
  };
  known.set(color, colours);
  return colours;
}
