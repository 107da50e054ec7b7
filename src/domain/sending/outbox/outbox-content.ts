import { decodeWords } from '../../../mime/encoded-words.ts';
import { type Entity, leaves, readMessage } from '../../../mime/mime.ts';
import type { OutboxFile, OutboxFolder } from '../../../storage/outbox-folder.ts';

/** A message as it would have been sent, and its parts. */
export interface OutboxContent {
  html: string | null;
  text: string | null;
  /** In the order of the message, decoded. */
  headers: { name: string; value: string }[];
  attachments: { filename: string | null; contentType: string; size: number }[];
  /** The whole message. Invalid UTF-8 bytes become U+FFFD. */
  source: string;
}

/** Reads the file of a message. Null if it is gone. */
export async function readOutboxContent(folder: OutboxFolder, file: OutboxFile): Promise<OutboxContent | null> {
  const raw = await folder.read(file);
  if (!raw) return null;
  const parts = [...leaves(readMessage(raw))];
  const shown = parts.filter((part) => !isAttached(part));
  const bodyOf = (type: string) => shown.find((part) => part.type === type)?.body ?? null;
  return {
    html: bodyOf('text/html'),
    text: bodyOf('text/plain'),
    headers: headersOf(raw),
    source: raw.toString('utf8'),
    attachments: parts.filter(isAttached).map((part) => ({
      filename: filenameOf(part),
      contentType: part.type,
      size: part.bytes.length,
    })),
  };
}

const isAttached = ({ fields }: Entity): boolean => /^attachment\b/i.test(fields.get('content-disposition') ?? '');

/** Also decodes another character set (RFC 2231), unless the name is split into pieces. */
function filenameOf({ fields }: Entity): string | null {
  const given = fields.get('content-disposition') ?? '';
  const [, coded] = /filename\*(?:0\*)?=[\w-]*''([^;\s]+)/i.exec(given) ?? [];
  const [, quoted, plain] = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(given) ?? [];
  if (coded === undefined) return quoted === undefined && plain === undefined ? null : decodeWords((quoted ?? plain)!);
  try {
    return decodeURIComponent(coded);
  } catch {
    return coded;
  }
}

function headersOf(raw: Buffer): OutboxContent['headers'] {
  const text = raw.toString('latin1').replace(/\r\n/g, '\n');
  const end = text.indexOf('\n\n');
  const lines = text
    .slice(0, end < 0 ? undefined : end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n');
  return lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return colon > 0 ? { name: line.slice(0, colon), value: decodeWords(line.slice(colon + 1).trim()) } : [];
  });
}
