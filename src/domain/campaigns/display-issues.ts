import type { Issue } from '../../errors.ts';
import { GMAIL_BYTES } from '../content/html-look.ts';
import type { Campaign } from './campaigns.ts';
import type { TestRendering } from './render-for-sample.ts';

/** Warnings about how mail clients will show the test-rendered messages. */
export function displayIssues({ tracking }: Pick<Campaign, 'tracking'>, renderings: readonly TestRendering[]): Issue[] {
  const most = (of: (rendering: TestRendering) => number) => Math.max(0, ...renderings.map(of));
  const bytes = most(({ look }) => look.bytes + (tracking ? look.trackingBytes : 0));
  const withoutAlt = most(({ look }) => look.withoutAlt);
  const attached = most(({ look }) => look.attached);
  return [
    ...(bytes > GMAIL_BYTES ? [tooLarge(bytes)] : []),
    ...(withoutAlt > 0 ? [noAlt(withoutAlt)] : []),
    ...(attached > 0 ? [noAttachment(attached)] : []),
  ].map((problem) => ({ path: ['template'], problem }));
}

const tooLarge = (bytes: number): string =>
  `The HTML is ${Math.ceil(bytes / 1024)} KB. Gmail clips messages over 102 KB and hides the rest, including the unsubscribe link.`;

const noAlt = (count: number): string =>
  `${count === 1 ? 'An image has' : `${count} images have`} no alternative text. People who block images see nothing there.`;

const noAttachment = (count: number): string =>
  `${count === 1 ? 'An image refers' : `${count} images refer`} to an attachment (cid:), but campaigns have no attachments. Use a web address.`;
