import { isGif, readGif } from './formats/gif.ts';
import { isJpeg, readJpeg } from './formats/jpeg.ts';
import { damaged, type Picture, pictureProblem } from './formats/picture.ts';
import { isPng, readPng } from './formats/png.ts';
import { isWebp, readWebp } from './formats/webp.ts';

/** In bytes. */
export const LARGEST = 10 * 1024 * 1024;
export const TOO_LARGE = 'must not be larger than 10 MB.';

/** In pixels: of a side, of a frame, and of all frames. A small file can announce more pixels than fit into memory. */
const LONGEST_SIDE = 10_000;
const MOST_PIXELS = 40_000_000;
const MOST_OF_ALL_FRAMES = 400_000_000;

const FORMATS = [
  { is: isPng, read: readPng },
  { is: isJpeg, read: readJpeg },
  { is: isGif, read: readGif },
  { is: isWebp, read: readWebp },
];

/**
 * Determines the type of an uploaded file by its content alone, because names and content types are unreliable. Decodes
 * nothing, so the cost is proportional to the file size. Throws ValidationError.
 */
export function readPicture(bytes: Buffer): Picture {
  if (bytes.length === 0) throw pictureProblem('is empty.');
  if (bytes.length > LARGEST) throw pictureProblem(TOO_LARGE);
  const format = FORMATS.find(({ is }) => is(bytes));
  if (!format) throw pictureProblem(`must be a PNG, JPEG, GIF or WebP image${hint(bytes)}.`);
  const picture = format.read(bytes);
  const { width, height, frames } = picture;
  if (width === 0 || height === 0 || frames === 0) throw damaged();
  if (width > LONGEST_SIDE || height > LONGEST_SIDE) {
    throw pictureProblem(`has ${width} × ${height} pixels: neither side may have more than ${LONGEST_SIDE}.`);
  }
  if (width * height > MOST_PIXELS) throw pictureProblem(`has more than ${MOST_PIXELS / 1e6} million pixels.`);
  if (width * height * frames > MOST_OF_ALL_FRAMES) {
    throw pictureProblem(`has more than ${MOST_OF_ALL_FRAMES / 1e6} million pixels in its frames.`);
  }
  return picture;
}

/** Why a common but unsupported file is refused. */
function hint(bytes: Buffer): string {
  const beginning = bytes.toString('latin1', 0, 1_000);
  if (/<svg[\s>]/i.test(beginning)) return '. SVG can contain programs, and e-mail clients do not show it';
  if (/^....ftyp(avif|avis|heic|heix|mif1)/s.test(beginning)) return '. Most e-mail clients do not show AVIF and HEIC';
  return '';
}
