import { z } from 'zod';
import { type Issue, ValidationError } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { type FixedContent, fixedContent } from './campaign-content.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { changeStatus } from './change-status.ts';
import { examineDraft, type Surroundings } from './check-campaign.ts';
import { notADraft } from './not-a-draft.ts';
import { FULL_LIMITS, type RenderingLimits, SHORT_LIMITS } from './render-for-sample.ts';
import { RECIPIENT, readSchedule } from './schedule.ts';
import { type Around, startSeries } from './series/start-series.ts';
import { hasRest } from './variants.ts';

/**
 * Starts sending a draft, whose content is fixed from now on, or starts the series of a recurring draft. Throws
 * NotFoundError, ConflictError, ValidationError.
 */
export async function sendCampaign(scope: Scope, around: Around, id: unknown): Promise<Campaign> {
  const campaign = await readDraft(scope, id, 'sent');
  if (campaign.recurrence) return startSeries(scope, around, campaign);
  const fixed = await fixContent(scope, around.config, campaign, SHORT_LIMITS);
  return changeStatus(scope, campaign, ['draft'], {
    status: 'sending',
    ...fixed,
    startedAt: scope.now(),
  });
}

/**
 * Schedules a draft (see readSchedule). Its content is fixed from now on; its recipients are decided when sending begins. A
 * recurring campaign starts its series instead. Throws NotFoundError, ConflictError, ValidationError.
 */
export async function scheduleCampaign(scope: Scope, around: Around, id: unknown, input: unknown): Promise<Campaign> {
  const campaign = await readDraft(scope, id, 'scheduled');
  if (campaign.recurrence) {
    parse(NO_TIME, input ?? {});
    return startSeries(scope, around, campaign);
  }
  const schedule = await readSchedule(scope, input ?? {});
  if (schedule.timezone === RECIPIENT && hasRest(campaign)) throw new ValidationError([ZONES_AFTER_DECISION]);
  const fixed = await fixContent(scope, around.config, campaign, FULL_LIMITS);
  return changeStatus(scope, campaign, ['draft'], { status: 'scheduled', ...fixed, ...schedule });
}

/** Turns a scheduled campaign back into a draft. Throws NotFoundError, ConflictError if sending has begun. */
export const unscheduleCampaign = async (scope: Scope, id: unknown): Promise<Campaign> =>
  changeStatus(scope, await readCampaign(scope, id), ['scheduled'], {
    status: 'draft',
    content: Prisma.DbNull,
    variantContents: Prisma.DbNull,
    scheduledAt: null,
    scheduledFor: null,
    timezone: null,
  });

const RECURS = 'must not be given, because the campaign recurs.';
const NO_TIME = record({ at: z.null({ error: RECURS }).optional(), timezone: z.null({ error: RECURS }).optional() });

async function readDraft(scope: Scope, id: unknown, action: string): Promise<Campaign> {
  const campaign = await readCampaign(scope, id);
  if (campaign.status !== 'draft') throw notADraft(campaign, action);
  return campaign;
}

async function fixContent(
  scope: Scope,
  surroundings: Surroundings,
  campaign: Campaign,
  limits: RenderingLimits,
): Promise<FixedContent> {
  const { contents, problems } = await examineDraft(scope, surroundings, campaign, limits);
  if (problems.length > 0) throw new ValidationError(problems);
  return fixedContent(campaign, contents);
}

const ZONES_AFTER_DECISION: Issue = {
  path: ['timezone'],
  problem:
    'cannot be "recipient" with this A/B test, because the winner is chosen before the last time zones get their sample. Use one time zone, or set sample_percent to 100.',
};

/** Pauses sending within moments. Messages in transit still arrive. Throws NotFoundError, ConflictError. */
export const pauseCampaign = async (scope: Scope, id: unknown): Promise<Campaign> =>
  changeStatus(scope, await readCampaign(scope, id), ['sending'], { status: 'paused' });

/** Resumes a paused campaign. Auto-pause starts counting again. Throws NotFoundError, ConflictError. */
export async function resumeCampaign(scope: Scope, id: unknown): Promise<Campaign> {
  const campaign = await readCampaign(scope, id);
  return changeStatus(scope, campaign, ['paused'], {
    status: 'sending',
    pauseReason: null,
    brakeFrom: campaign.sentCount + campaign.failedCount,
    brakeHardBounces: 0,
    brakeComplaints: 0,
  });
}

/** Ends a campaign for good. Messages that have not started are not sent. Throws NotFoundError, ConflictError. */
export const cancelCampaign = async (scope: Scope, id: unknown): Promise<Campaign> =>
  changeStatus(scope, await readCampaign(scope, id), ['draft', 'scheduled', 'sending', 'paused'], {
    status: 'cancelled',
    endedAt: scope.now(),
  });
