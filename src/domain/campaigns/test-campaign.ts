import type { Links } from '../../crypto/links.ts';
import { ConflictError, type Issue, NotFoundError, ValidationError } from '../../errors.ts';
import type { TransactionalMail } from '../../generated/prisma/client.ts';
import { personKey } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { emailAddress } from '../../validation/email.ts';
import { idRule } from '../../validation/id.ts';
import { listOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { type List, readList } from '../audience/lists.ts';
import { BLOCKED, findSuppressed } from '../audience/suppressions.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { logMails, type NewMail, OF_NO_RUN } from '../sending/log-mails.ts';
import { previewTransactionalMail, type RenderedMail } from '../sending/rendered-mail.ts';
import { readTransactionalMail } from '../sending/transactional-mails.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { variantRule } from './preview-campaign.ts';
import { renderFor } from './render-for.ts';
import { readChosen, readOnList, type ShownPerson } from './shown-person.ts';
import { contentOfCampaign } from './source-of-campaign.ts';
import { asVariant, variantToShow } from './variants.ts';

const MAX_ADDRESSES = 10;

export const campaignTestInput = record({
  to: listOf(emailAddress(), 1, MAX_ADDRESSES),
  asSubscriberId: idRule('a subscriber of the list').nullish(),
  variant: variantRule().nullish(),
});

/** Prefix of a test mail's subject. */
export const TEST_MARK = '[Test] ';

/**
 * Sends a campaign in any status as a test to each of 1 to 10 addresses. It is rendered for the subscriber `asSubscriberId`, or else
 * for the address if it is on the list, or else for an example person. Returns a mail for each address. Throws
 * NotFoundError, ConflictError, ValidationError.
 */
export function testCampaign(scope: Scope, id: unknown, given: unknown, links: Links): Promise<TransactionalMail[]> {
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const campaign = await readCampaign(scope, id);
    if (campaign.status === 'deleting') throw new ConflictError('DELETING', 'The campaign is being deleted.');
    const { to, asSubscriberId, variant: asked } = parse(campaignTestInput, given);
    const variant = variantToShow(campaign, asked);
    const suppressed = await findSuppressed(scope, to);
    refuse(to.flatMap((email, index) => (suppressed.has(email) ? [{ path: ['to', index], problem: BLOCKED }] : [])));
    const chosen = asSubscriberId
      ? await readChosen(scope, campaign.listId, asSubscriberId, 'asSubscriberId')
      : undefined;
    const content = await contentOfCampaign(scope, campaign, variant);
    const list = await readList(scope, campaign.listId);
    const mails: NewMail[] = [];
    for (const email of new Set(to)) {
      const person = chosen ?? (await readOnList(scope, list.id, personKey(scope.team.id, email)));
      const { subject } = await renderFor(scope, campaign, content, person, links, 'test');
      mails.push({
        ...mailOf(asVariant(campaign, variant), list, person),
        subject: TEST_MARK + subject,
        to: [email],
        variant,
      });
    }
    const outcomes = await logMails(scope, mails);
    refuse(outcomes.flatMap((outcome) => ('issues' in outcome ? outcome.issues : [])));
    return outcomes.flatMap((outcome) => ('mail' in outcome ? [outcome.mail] : []));
  });
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new ValidationError(issues);
}

/** The common fields of a campaign's test mails. They are built from the campaign when they are sent. */
const mailOf = (campaign: Campaign, list: List, person: ShownPerson | undefined) => ({
  template: '',
  templateId: null,
  subjectSource: null,
  htmlSource: null,
  textSource: null,
  campaignId: campaign.id,
  asPersonKey: person?.personKey ?? null,
  isTest: true,
  ...OF_NO_RUN,
  fromEmail: campaign.fromEmail ?? list.fromEmail,
  fromName: campaign.fromEmail ? campaign.fromName : (campaign.fromName ?? list.fromName),
  replyTo: campaign.replyTo,
  transportId: list.transportId,
  tracking: campaign.tracking,
  cc: [],
  bcc: [],
  names: {},
  headers: {},
  variables: {},
  attachments: [],
  locale: null,
  sendAt: null,
  strict: null,
  warnings: [],
  secretVariables: [],
});

/** The data for building a test mail: the current campaign, and its person unless that is an example. */
export async function readTest(scope: Scope, mail: Pick<TransactionalMail, 'campaignId' | 'asPersonKey' | 'variant'>) {
  const campaign = await readCampaign(scope, mail.campaignId);
  const person = mail.asPersonKey ? await readOnList(scope, campaign.listId, mail.asPersonKey) : undefined;
  if (mail.asPersonKey && !person) throw new NotFoundError();
  return { campaign, person, content: await contentOfCampaign(scope, campaign, mail.variant) };
}

/** Renders a test mail as it would be sent now, with links that do nothing. Throws NotFoundError, ValidationError. */
export async function renderTest(scope: Scope, mail: TransactionalMail, links: Links, kind: 'preview' | 'test') {
  const { campaign, content, person } = await readTest(scope, mail);
  const rendered = await renderFor(scope, campaign, content, person, links, kind);
  return { ...rendered, subject: TEST_MARK + rendered.subject, warnings: [] };
}

/**
 * Renders a mail with links that lead nowhere; a campaign's test mail from its campaign. Throws NotFoundError,
 * ValidationError.
 */
export async function previewMail(scope: Scope, id: unknown, links: Links): Promise<RenderedMail> {
  const mail = await readTransactionalMail(scope, id);
  return mail.campaignId ? renderTest(scope, mail, links, 'preview') : previewTransactionalMail(scope, mail, links);
}
