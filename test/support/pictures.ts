import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A handmade PNG of one colour. `announced`: its declared size, whatever its content. */
export function png(width: number, height: number, colour = 0x3366cc, announced = { width, height }): Buffer {
  const row = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x++) row.writeUIntBE(colour, 1 + x * 3, 3);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(announced.width, 0);
  head.writeUInt32BE(announced.height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A chunk of a PNG. */
export function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** A photograph as from a phone: with a location, and rotated if requested. */
export const photograph = (width: number, height: number, orientation = 1): Promise<Buffer> =>
  noise(width, height)
    .withExif({
      IFD0: { Make: 'Telephone', Copyright: SECRET },
      IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();

/** A word in metadata that must be removed. */
export const SECRET = 'where-we-live';

export const webp = (width: number, height: number): Promise<Buffer> =>
  noise(width, height)
    .withExif({ IFD0: { Copyright: SECRET } })
    .webp()
    .toBuffer();

/** A GIF with three frames. */
export async function animation(width: number, height: number): Promise<Buffer> {
  const frames = ['red', 'green', 'blue'].map((background) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif({ loop: 0 })
    .toBuffer();
}

/** A picture that compresses badly, as a sharp instance: a byte and a half or more for each pixel as PNG. */
export const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
