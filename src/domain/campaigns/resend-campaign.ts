import { ConflictError, type Issue, ValidationError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { oneLine, oneOf, optionalText, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { liquidIssues } from '../content/check-liquid.ts';
import { MACHINE_OPENS } from '../ledger/machine-opens.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { copyOf, SETTINGS } from './copied-columns.ts';
import { fitName } from './fit-name.ts';
import { asVariant, variantToShow } from './variants.ts';

/** Recipients of a resend: non-openers or non-clickers of the original message. */
export const RESEND_WHO = ['not_opened', 'not_clicked'] as const;

const WORDS: Record<(typeof RESEND_WHO)[number], string> = { not_opened: 'not opened', not_clicked: 'not clicked' };

/** The audience is people who did not react, regardless of segments, and the winning variant is not tested again. */
const ITS_OWN: readonly string[] = ['segmentIds', 'excludedSegmentIds', 'test'];
const COPIED = SETTINGS.filter((column) => !ITS_OWN.includes(column));

export const resendInput = record({
  resendAudience: oneOf(RESEND_WHO),
  machineOpens: oneOf(MACHINE_OPENS).nullish(),
  subject: optionalText(oneLine(998)),
});

const HAS_BEGUN: readonly Campaign['status'][] = ['sending', 'paused', 'sent', 'cancelled'];

/**
 * Drafts a campaign with the same content to the recipients of another one who did not react (audience.ts). Throws
 * NotFoundError, ConflictError if the original has not been sent, ValidationError, including if its reactions are not counted.
 */
export async function resendCampaign(scope: Scope, id: unknown, input: unknown): Promise<Campaign> {
  return transaction(scope, async (scope) => {
    const original = await readCampaign(scope, id);
    const { resendAudience: who, machineOpens, subject } = parse(resendInput, input);
    if (!HAS_BEGUN.includes(original.status))
      throw new ConflictError('NOT_SENT', 'Only a campaign that was sent, or is being sent, can be resent.');
    const issues = [
      ...(original.tracking ? [] : [NOT_COUNTED]),
      ...(who !== 'not_opened' && machineOpens === 'count' ? [ONLY_OF_OPENS] : []),
      ...(await liquidIssues(['subject'], subject, scope.team.id)),
    ];
    if (issues.length > 0) throw new ValidationError(issues);
    // Resends the winner of an A/B test, or else the first variant.
    const version = asVariant(original, variantToShow(original, original.winner));
    const { teamId, name } = original;
    return scope.db.campaign.create({
      data: {
        ...copyOf(version, COPIED),
        teamId,
        id: newId(),
        name: fitName(name, { after: ` (${WORDS[who]})` }),
        subject: subject ?? version.subject,
        resendOf: original.id,
        resendWho: who,
        resendMachineOpens: who === 'not_opened' ? (machineOpens ?? 'ignore') : null,
      },
    });
  });
}

const NOT_COUNTED: Issue = {
  path: ['who'],
  problem: 'cannot be used, because opens and clicks of the campaign were not tracked.',
};

const ONLY_OF_OPENS: Issue = { path: ['machineOpens'], problem: 'can be "count" only if who is "not_opened".' };

/** Issues that prevent sending a resend: its recipients are unknown once the original messages are gone. */
export async function resendIssues(scope: Scope, { resendOf }: Pick<Campaign, 'resendOf'>): Promise<Issue[]> {
  if (resendOf === null) return [];
  const kept = await scope.db.campaign.count({
    where: { teamId: scope.team.id, id: resendOf, messagesRemovedAt: null },
  });
  return kept > 0 ? [] : [MESSAGES_GONE];
}

const MESSAGES_GONE: Issue = {
  path: ['resendOf'],
  problem: "The original campaign's messages were deleted, so it cannot be resent.",
};
