import type { z } from 'zod';
import type { Prisma, Team } from '../../generated/prisma/client.ts';
import { percent, whole } from '../../validation/number.ts';
import { record } from '../../validation/text.ts';
import { columnsByField } from '../columns-by-field.ts';

/** In percent of the messages that were sent or refused. Null: off. */
const USUAL_AUTO_PAUSE = { hardBounces: 5, complaints: 0.3 };

/** The frequency cap: campaign messages per person in a number of days. */
export const frequencyRule = record({ messages: whole(1, 1_000), days: whole(1, 365) });

/** The thresholds of auto-pause. */
export const autoPauseChange = record({ hardBounces: percent().nullish(), complaints: percent().nullish() });

/** The columns of the setting. Null: no limit. */
export const frequencyColumns = (frequency: z.output<typeof frequencyRule> | null) => ({
  frequencyMessages: frequency?.messages ?? null,
  frequencyDays: frequency?.days ?? null,
});

const autoPauseColumnsOf = columnsByField<z.output<typeof autoPauseChange>, Prisma.TeamUncheckedUpdateInput>({
  hardBounces: (brakeHardBounces) => ({ brakeHardBounces }),
  complaints: (brakeComplaints) => ({ brakeComplaints }),
});

/** The columns of the given settings. Null for a single setting switches it off, null for all restores the defaults. */
export const autoPauseColumns = (autoPause: z.output<typeof autoPauseChange> | null) =>
  autoPauseColumnsOf(autoPause ?? USUAL_AUTO_PAUSE);

/** The team's frequency cap. */
export const frequencyOf = ({ frequencyMessages, frequencyDays }: Team): { messages: number; days: number } | null =>
  frequencyMessages !== null && frequencyDays !== null ? { messages: frequencyMessages, days: frequencyDays } : null;
