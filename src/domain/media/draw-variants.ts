import type { Sharp, SharpConstructor } from 'sharp';
import { Semaphore } from '../../async/semaphore.ts';
import { ExpectedError } from '../../errors.ts';
import { damaged, type Picture, pictureProblem } from './formats/picture.ts';

/** For mails, which are 600 pixels wide: half, full, and full on high-density screens. */
const WIDTHS = [300, 600, 1200];

const QUALITY = 82;
const BEST = 92;

/** Decoding takes up to 160 MB each. */
const decoding = new Semaphore(() => 2);

/** A picture with its narrower versions. */
export interface Drawn {
  picture: Picture;
  variants: { width: number; height: number; bytes: Buffer }[];
}

let loading: Promise<SharpConstructor | undefined> | undefined;

/** The image library, or undefined if it is not installed: it is optional. */
const drawing = () =>
  (loading ??= import('sharp').then(
    ({ default: sharp }) => {
      sharp.cache(false);
      sharp.concurrency(1);
      return sharp;
    },
    () => undefined,
  ));

/**
 * Turns a photograph upright and draws its narrower versions. This decodes the whole picture, and so finds damage. An
 * animation is decoded to its first frame and has no versions. Without the library the picture stays unchanged. Throws
 * ValidationError.
 */
export async function drawVariants(picture: Picture): Promise<Drawn> {
  const sharp = await drawing();
  if (!sharp) return { picture, variants: [] };
  await decoding.acquire();
  try {
    const { width, height } = picture;
    const image = sharp(picture.bytes, { failOn: 'error', limitInputPixels: width * height });
    const { format } = await image.metadata();
    if (format !== picture.type) throw damaged();
    if (picture.frames > 1) {
      await sharp(await image.png().toBuffer()).stats();
      return { picture, variants: [] };
    }
    const upright = picture.orientation === 1 ? picture : await turned(image, picture);
    const widths = WIDTHS.filter((wanted) => wanted < upright.width);
    if (widths.length === 0) await image.clone().stats();
    const variants = [];
    for (const wanted of widths) {
      const { data, info } = await written(image.clone().autoOrient().resize({ width: wanted }), upright, QUALITY);
      // A version that is not smaller is useless.
      if (data.length < upright.bytes.length) variants.push({ width: info.width, height: info.height, bytes: data });
    }
    return { picture: upright, variants };
  } catch (error) {
    throw error instanceof ExpectedError ? error : unreadable(error);
  } finally {
    decoding.release();
  }
}

async function turned(image: Sharp, picture: Picture): Promise<Picture> {
  const { data, info } = await written(image.clone().autoOrient(), picture, BEST);
  return { ...picture, bytes: data, width: info.width, height: info.height, orientation: 1 };
}

const written = (image: Sharp, { type }: Picture, quality: number) => {
  const formats = {
    png: () => image.png({ compressionLevel: 9 }),
    jpeg: () => image.jpeg({ quality, mozjpeg: true }),
    webp: () => image.webp({ quality }),
    gif: () => image.gif(),
  };
  return formats[type]().toBuffer({ resolveWithObject: true });
};

const unreadable = (error: unknown) => {
  const why =
    String((error as Error).message)
      .split('\n')[0]
      ?.replace(/[^\w :;,.()-]/g, '') ?? '';
  return pictureProblem(`is damaged. It cannot be decoded (${why.slice(0, 100)}).`);
};
