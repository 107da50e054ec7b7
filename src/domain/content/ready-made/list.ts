import { type Page, type PageRequest, readPage } from '../../page.ts';
import type { Editor } from '../compiling/editors.ts';
import type { Variant } from '../template-input.ts';
import { abandonedCartFirst, abandonedCartSecond } from './abandoned-cart.ts';
import { announcement } from './announcement.ts';
import { birthday } from './birthday.ts';
import { browse } from './browse.ts';
import { eventInvitation } from './event-invitation.ts';
import { invoice } from './invoice.ts';
import { variantsOf } from './languages/translate.ts';
import { newsletter } from './newsletter.ts';
import { newsletterMagazine } from './newsletter-magazine.ts';
import { newsletterProducts } from './newsletter-products.ts';
import { orderConfirmation } from './order-confirmation.ts';
import { reEngagement } from './re-engagement.ts';
import type { ReadyMade } from './ready-made.ts';
import { receipt } from './receipt.ts';
import { referral } from './referral.ts';
import { review } from './review.ts';
import { shipping } from './shipping.ts';
import { passwordReset, signInCode } from './signing-in.ts';
import { survey } from './survey.ts';
import { welcome } from './welcome.ts';
import { winBack } from './win-back.ts';

/** A ready-made template in the form of a team's template, with the same field names. */
export interface ReadyMadeTemplate extends Omit<ReadyMade, 'document' | 'translated'> {
  /** Its position in the list. */
  place: number;
  editor: Editor;
  content: string;
  localeVariants: Record<string, Variant>;
}

const ALL: readonly ReadyMade[] = [
  ...[welcome, newsletter, newsletterMagazine, newsletterProducts, announcement, eventInvitation, birthday],
  ...[survey, referral, reEngagement, winBack, browse, abandonedCartFirst, abandonedCartSecond, review],
  ...[orderConfirmation, receipt, shipping, invoice, passwordReset, signInCode],
];

const shown = ({ translated, ...one }: ReadyMade, place: number, picturesUrl: string): ReadyMadeTemplate => {
  const { document, variables, ...rest } = one;
  return {
    ...rest,
    place,
    editor: 'blocks',
    content: JSON.stringify(document, null, 2),
    localeVariants: translated ? variantsOf(one) : {},
    variables: withPictures(variables, picturesUrl),
  };
};

/** Replaces `pictures:product-rye` by the address of that picture. */
const withPictures = (variables: object, picturesUrl: string): Record<string, unknown> =>
  JSON.parse(JSON.stringify(variables).replace(/"pictures:([\w-]+)"/g, `"${picturesUrl}/$1.png"`));

interface Bounds {
  place?: { gt?: number; lt?: number };
}

/**
 * A page of the ready-made templates, in a fixed order. `picturesUrl`: the installation's picture folder. Throws
 * ValidationError.
 */
export function listReadyMadeTemplates(request: PageRequest, picturesUrl: string): Promise<Page<ReadyMadeTemplate>> {
  return readPage(request, {
    number: 'place',
    find: async ({ where, orderBy, take, skip }) => {
      const { gt = -1, lt = ALL.length } = (where as Bounds).place ?? {};
      const within = ALL.map((one, place) => [one, place] as const).slice(gt + 1, lt);
      const [order] = orderBy as { place: 'asc' | 'desc' }[];
      const wanted = (order?.place === 'desc' ? within.toReversed() : within).slice(skip, skip + take);
      return wanted.map(([one, place]) => shown(one, place, picturesUrl));
    },
    count: async () => ALL.length,
  });
}

/** The templates with these names, once each, without their sample data. */
export const findReadyMadeTemplates = (names: readonly string[]): ReadyMadeTemplate[] =>
  ALL.flatMap((one, place) => (names.includes(one.name) ? [shown({ ...one, variables: {} }, place, '')] : []));
