import { damaged, incomplete, type Picture } from './picture.ts';

const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Flags of VP8X that announce EXIF and XMP, which are left out. */
const LEFT_OUT = 0x08 | 0x04;

export const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';

/** Reads a WebP, animated or not (RFC 9649). Throws ValidationError. */
export function readWebp(bytes: Buffer): Picture {
  if (bytes.length < 20) throw incomplete();
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) throw incomplete();
  const kept: Buffer[] = [];
  const size = { width: 0, height: 0 };
  let frames = 0;
  let hasPixels = false;
  for (const { kind, chunk } of chunksOf(bytes.subarray(12, end))) {
    if (!KEPT.has(kind)) continue;
    const content = chunk.subarray(8);
    if (kind === 'VP8X') {
      if (content.length < 10 || kept.length > 0) throw damaged();
      grow(size, content.readUIntLE(4, 3) + 1, content.readUIntLE(7, 3) + 1);
      const cleared = Buffer.from(chunk);
      cleared[8] = (cleared[8] as number) & ~LEFT_OUT;
      kept.push(cleared);
      continue;
    }
    if (kind === 'ANMF') {
      if (content.length < 16) throw damaged();
      grow(size, content.readUIntLE(6, 3) + 1, content.readUIntLE(9, 3) + 1);
      for (const inner of chunksOf(content.subarray(16))) grow(size, ...pixelsOf(inner.kind, inner.chunk.subarray(8)));
      frames += 1;
    }
    if (kind === 'VP8 ' || kind === 'VP8L') {
      hasPixels = true;
      grow(size, ...pixelsOf(kind, content));
    }
    kept.push(chunk);
  }
  if (!hasPixels && frames === 0) throw damaged();
  const body = Buffer.concat(kept);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return { type: 'webp', ...size, frames: Math.max(1, frames), orientation: 1, bytes: Buffer.concat([head, body]) };
}

/** The chunks in order, each with its header and padding byte. */
function* chunksOf(bytes: Buffer): Generator<{ kind: string; chunk: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > bytes.length) throw incomplete();
    yield { kind: bytes.toString('latin1', at, at + 4), chunk: bytes.subarray(at, end) };
    at = end;
  }
}

/** The announced and the real size: programs allocate memory for either. */
function grow(size: { width: number; height: number }, width: number, height: number): void {
  size.width = Math.max(size.width, width);
  size.height = Math.max(size.height, height);
}

/** The width and height of the pixel data. */
function pixelsOf(kind: string, content: Buffer): [number, number] {
  if (kind === 'VP8 ') {
    if (content.length < 10 || content.readUIntBE(3, 3) !== 0x9d012a) throw damaged();
    return [content.readUInt16LE(6) & 0x3fff, content.readUInt16LE(8) & 0x3fff];
  }
  if (kind === 'VP8L') {
    if (content.length < 5 || content[0] !== 0x2f) throw damaged();
    const bits = content.readUInt32LE(1);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  return [0, 0];
}
