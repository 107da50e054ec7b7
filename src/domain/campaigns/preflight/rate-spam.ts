import MailComposer from 'nodemailer/lib/mail-composer';
import type { Links } from '../../../crypto/links.ts';
import type { Issue } from '../../../errors.ts';
import { askSpamFilter } from '../../../network/spam/ask-spam-filter.ts';
import { SpamFilterError, type SpamScore } from '../../../network/spam/spam-score.ts';
import type { Scope } from '../../../scope.ts';
import { readList } from '../../audience/lists.ts';
import type { CampaignContent } from '../campaign-content.ts';
import type { Campaign } from '../campaigns.ts';
import { renderFor } from '../render-for.ts';
import { readFirst } from '../shown-person.ts';

export type { SpamScore };

/** What a spam filter says, and a warning if that is bad. */
export interface Rated {
  spam: SpamScore | null;
  warnings: Issue[];
}

const UNRATED: Rated = { spam: null, warnings: [] };
const SHOWN_RULES = 3;

/**
 * Has the operator's spam filter rate a campaign as its first recipient would get it. Nothing without a filter (`filter`), or
 * without content.
 */
export async function rateSpam(
  scope: Scope,
  { filter, links }: { filter: string | undefined; links: Links },
  campaign: Campaign,
  content: CampaignContent | undefined,
): Promise<Rated> {
  if (filter === undefined || !content) return UNRATED;
  try {
    const spam = await askSpamFilter(filter, await compose(scope, campaign, content, links));
    return { spam, warnings: spam.score >= spam.threshold ? [isSpam(spam)] : [] };
  } catch (error) {
    if (!(error instanceof SpamFilterError)) throw error;
    return { spam: null, warnings: [{ path: ['spam'], problem: `The spam filter gave no score: ${error.message}.` }] };
  }
}

const isSpam = ({ score, threshold, rules }: SpamScore): Issue => ({
  path: ['spam'],
  problem: `The spam filter gives the message ${score} points, and ${threshold} mean spam: ${rules
    .slice(0, SHOWN_RULES)
    .map(({ name, score, description }) => `${description ?? name} (${score})`)
    .join(', ')}.`,
});

async function compose(scope: Scope, campaign: Campaign, content: CampaignContent, links: Links): Promise<Buffer> {
  const list = await readList(scope, campaign.listId);
  const person = await readFirst(scope, campaign);
  const { subject, html, text } = await renderFor(scope, campaign, content, person, links);
  const from = { name: campaign.fromName ?? list.fromName ?? '', address: campaign.fromEmail ?? list.fromEmail };
  const message = new MailComposer({
    from,
    to: person?.email ?? 'ann@example.com',
    subject,
    html,
    text,
    headers: {
      'List-Unsubscribe': `<${links.inert().unsubscribe_url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
  return message.compile().build();
}
