import { type Page, type PageRequest, readPage } from '../../page.ts';
import type { Editor } from '../compiling/editors.ts';
import { abandonedCartFirst, abandonedCartSecond } from './abandoned-cart.ts';
import { announcement } from './announcement.ts';
import { newsletter } from './newsletter.ts';
import { orderConfirmation } from './order-confirmation.ts';
import { passwordReset } from './password-reset.ts';
import { reEngagement } from './re-engagement.ts';
import type { ReadyMade } from './ready-made.ts';
import { welcome } from './welcome.ts';

/** A ready-made template as it is shown, with the field names of a template. */
export interface ReadyMadeTemplate extends Omit<ReadyMade, 'document'> {
  /** Its position in the list. */
  place: number;
  editor: Editor;
  content: string;
}

const ALL: readonly ReadyMadeTemplate[] = [
  ...[welcome, newsletter, announcement, orderConfirmation],
  ...[passwordReset, abandonedCartFirst, abandonedCartSecond, reEngagement],
].map(({ document, ...rest }, place) => ({
  ...rest,
  place,
  editor: 'blocks',
  content: JSON.stringify(document, null, 2),
}));

interface Bounds {
  place?: { gt?: number; lt?: number };
}

/** A page of the ready-made templates, in a fixed order. Throws ValidationError. */
export function listReadyMadeTemplates(request: PageRequest): Promise<Page<ReadyMadeTemplate>> {
  return readPage(request, {
    number: 'place',
    find: async ({ where, orderBy, take, skip }) => {
      const { gt = -1, lt = ALL.length } = (where as Bounds).place ?? {};
      const within = ALL.slice(gt + 1, lt);
      const [order] = orderBy as { place: 'asc' | 'desc' }[];
      return (order?.place === 'desc' ? within.toReversed() : within).slice(skip, skip + take);
    },
    count: async () => ALL.length,
  });
}
