import { crc32 } from 'node:zlib';
import { damaged, incomplete, type Picture } from './picture.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** The chunks of pixels, colours, transparency and frames. All others are left out (W3C PNG, 11 and 14). */
const KEPT = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT pHYs bKGD acTL fcTL fdAT'.split(' '));

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(SIGNATURE);

/** Reads a PNG, animated or not. Throws ValidationError. */
export function readPng(bytes: Buffer): Picture {
  const kept: Buffer[] = [SIGNATURE];
  const picture = { width: 0, height: 0, frames: 1 };
  let hasPixels = false;
  for (let at = SIGNATURE.length, first = true; ; first = false) {
    if (at + 12 > bytes.length) throw incomplete();
    const size = bytes.readUInt32BE(at);
    const end = at + 12 + size;
    if (end > bytes.length) throw incomplete();
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw damaged();
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (first !== (kind === 'IHDR') || (first && size !== 13)) throw damaged();
    if (first) Object.assign(picture, { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) });
    if (kind === 'acTL' && size === 8) picture.frames = bytes.readUInt32BE(at + 8);
    if (kind === 'IDAT') hasPixels = true;
    if (KEPT.has(kind)) kept.push(bytes.subarray(at, end));
    at = end;
    if (kind === 'IEND') break;
  }
  if (!hasPixels) throw damaged();
  return { type: 'png', ...picture, orientation: 1, bytes: Buffer.concat(kept) };
}
