import type { z } from 'zod';
import type { Team } from '../../generated/prisma/client.ts';
import { percent, whole } from '../../validation/number.ts';
import { record } from '../../validation/text.ts';

/** In percent of the messages that were sent or refused. Null: the brake is off. */
const USUAL_AUTO_PAUSE = { hardBounces: 5, complaints: 0.3 };

/** A person gets at most so many messages of campaigns in so many days. */
export const frequencyRule = record({ messages: whole(1, 1_000), days: whole(1, 365) });

/** When a campaign is paused by itself. */
export const brakeChange = record({ hardBounces: percent().nullish(), complaints: percent().nullish() });

/** The columns of the setting, if it is given. Null: any number of messages. */
export const frequencyColumns = (frequency: z.output<typeof frequencyRule> | null | undefined) =>
  frequency === undefined
    ? {}
    : { frequencyMessages: frequency?.messages ?? null, frequencyDays: frequency?.days ?? null };

/** The columns of the settings that are given. Null within it switches off, null for all of it is the default. */
export function brakeColumns(brake: z.output<typeof brakeChange> | null | undefined) {
  if (brake === undefined) return {};
  const { hardBounces, complaints } = brake ?? USUAL_AUTO_PAUSE;
  return {
    ...(hardBounces !== undefined && { brakeHardBounces: hardBounces }),
    ...(complaints !== undefined && { brakeComplaints: complaints }),
  };
}

/** How many messages of campaigns a person gets, as a team has set it. */
export const frequencyOf = ({ frequencyMessages, frequencyDays }: Team): { messages: number; days: number } | null =>
  frequencyMessages !== null && frequencyDays !== null ? { messages: frequencyMessages, days: frequencyDays } : null;
