import { ValidationError } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import type { Picture } from '../../media/formats/picture.ts';
import { readPicture } from '../../media/read-picture.ts';

const MAX_BYTES = 1_048_576;
const MOST_TRIED = 5;
const USUAL_WIDTH = 140;
/** Of a square picture, such as an icon. */
const SQUARE_WIDTH = 72;
const SMALLEST_SIDE = 32;

export interface Logo {
  logoUrl: string;
  /** In pixels, as e-mails should show it. */
  logoWidth: number;
}

/** The first of the given pictures that e-mail clients show: PNG, JPEG or GIF, and not tiny. */
export async function readLogo(outbound: Outbound, addresses: readonly string[]): Promise<Logo | undefined> {
  for (const address of addresses.slice(0, MOST_TRIED)) {
    const logo = await logoAt(outbound, address);
    if (logo) return logo;
  }
  return undefined;
}

async function logoAt(outbound: Outbound, address: string): Promise<Logo | undefined> {
  const picture = await pictureAt(outbound, address);
  if (!picture || picture.type === 'webp' || Math.min(picture.width, picture.height) < SMALLEST_SIDE) return undefined;
  const isSquare = picture.width < picture.height * 1.3;
  return { logoUrl: address, logoWidth: Math.min(picture.width, isSquare ? SQUARE_WIDTH : USUAL_WIDTH) };
}

async function pictureAt(outbound: Outbound, address: string): Promise<Picture | undefined> {
  try {
    const { status, body } = await outbound.request(address, {
      maxBytes: MAX_BYTES,
      redirects: 3,
      milliseconds: 5_000,
    });
    return status === 200 ? readPicture(body) : undefined;
  } catch (error) {
    if (error instanceof OutboundError || error instanceof ValidationError) return undefined;
    throw error;
  }
}
