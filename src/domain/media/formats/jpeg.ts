import { orientationIn, orientationSegment } from './exif.ts';
import { damaged, incomplete, type Picture } from './picture.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** Has the size of the picture: any SOFn, which are C0 to CF without DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Application data (E0 to EF), comments, and unused markers. */
const isAdded = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker >= 0xf0;

/** These are needed for correct colours. */
const NEEDED: readonly [marker: number, name: string][] = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
];

export const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff;

/** Reads a JPEG. Keeps the orientation, but not location and camera data. Throws ValidationError. */
export function readJpeg(bytes: Buffer): Picture {
  const kept: Buffer[] = [];
  const picture = { width: 0, height: 0, orientation: 1 };
  let scanned = false;
  let at = 2;
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1; // fill bytes
    if (at + 2 > bytes.length) throw incomplete();
    const marker = bytes[at + 1] as number;
    if (bytes[at] !== 0xff || marker <= 0x01 || marker === START || isRestart(marker)) throw damaged();
    if (marker === END) break;
    if (at + 4 > bytes.length) throw incomplete();
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) throw incomplete();
    const content = bytes.subarray(at + 4, end);
    if (isFrame(marker)) {
      if (content.length < 6) throw damaged();
      Object.assign(picture, { height: content.readUInt16BE(1), width: content.readUInt16BE(3) });
    }
    if (marker === 0xe1 && picture.orientation === 1) picture.orientation = orientationIn(content);
    if (marker === SCAN) {
      scanned = true;
      end = endOfScan(bytes, end);
    }
    const needed = NEEDED.some(([of, name]) => of === marker && content.toString('latin1', 0, name.length) === name);
    if (needed || !(isAdded(marker) || marker === 0xfe)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (!scanned || picture.width === 0) throw damaged();
  const turned = picture.orientation === 1 ? [] : [segment(0xe1, orientationSegment(picture.orientation))];
  const all = [Buffer.of(0xff, START), ...turned, ...kept, Buffer.of(0xff, END)];
  return { type: 'jpeg', frames: 1, ...picture, bytes: Buffer.concat(all) };
}

/** The end of the pixel data that begins here: at a marker that does not belong to it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] as number;
    if (next !== 0x00 && next !== 0xff && !isRestart(next)) return at;
  }
  throw incomplete();
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
