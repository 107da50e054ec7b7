import type { z } from 'zod';
import { run, sql } from '../../database/connect.ts';
import { Prisma, type Team } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { senderAddress } from '../../validation/email.ts';
import { timezone } from '../../validation/locale.ts';
import { whole } from '../../validation/number.ts';
import { filled, oneLine, optionalText, record, text, yesOrNo } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { columnsByField } from '../columns-by-field.ts';
import { brandChange } from '../content/brand/brand.ts';
import { autoPauseChange, autoPauseColumns, frequencyColumns, frequencyRule } from './guard-rails.ts';

export type { Team };

const USUAL_DAYS = 5;
/** About a hundred years. */
const MAX_KEPT_DAYS = 36_500;
/** E-mails are still opened and clicked a few weeks after they arrived. */
const MIN_KEPT_MESSAGE_DAYS = 30;

export const teamChange = record({
  name: filled(255).optional(),
  fromEmail: optionalText(senderAddress()),
  fromName: optionalText(oneLine(255)),
  attributionWindowDays: whole(1, 30).nullish(),
  keepEventsFor: whole(1, MAX_KEPT_DAYS).nullish(),
  keepMessagesFor: whole(MIN_KEPT_MESSAGE_DAYS, MAX_KEPT_DAYS).nullish(),
  postalAddress: optionalText(text(1000)),
  brand: brandChange.nullish(),
  timezone: optionalText(timezone()),
  trackOpens: yesOrNo().nullish(),
  trackClicks: yesOrNo().nullish(),
  frequency: frequencyRule.nullish(),
  brake: autoPauseChange.nullish(),
  autoPause: autoPauseChange.nullish(),
});

/** Null is the default. */
const columnsOf = columnsByField<z.output<typeof teamChange>, Prisma.TeamUncheckedUpdateInput>({
  name: (name) => ({ name }),
  fromEmail: (fromEmail) => ({ fromEmail }),
  fromName: (fromName) => ({ fromName }),
  attributionWindowDays: (days) => ({ attributionWindowDays: days ?? USUAL_DAYS }),
  keepEventsFor: (keepEventsFor) => ({ keepEventsFor }),
  keepMessagesFor: (keepMessagesFor) => ({ keepMessagesFor }),
  postalAddress: (postalAddress) => ({ postalAddress }),
  // A change of parts is a statement of its own.
  brand: (brand) => (brand === null ? { brand: Prisma.DbNull } : {}),
  timezone: (timezone) => ({ timezone: timezone ?? 'UTC' }),
  trackOpens: (trackOpens) => ({ trackOpens: trackOpens ?? true }),
  trackClicks: (trackClicks) => ({ trackClicks: trackClicks ?? true }),
  frequency: frequencyColumns,
  brake: autoPauseColumns,
  autoPause: autoPauseColumns,
});

/** Returns the caller's team. */
export function readTeam(scope: Scope): Promise<Team> {
  return scope.db.team.findUniqueOrThrow({ where: { id: scope.team.id } });
}

/**
 * Changes the given settings. Null clears a setting or resets it to its default. Events and messages past retention are
 * removed in the background. Throws ValidationError.
 */
export function updateTeam(scope: Scope, input: unknown): Promise<Team> {
  const change = parse(teamChange, input);
  const { brand, keepEventsFor, keepMessagesFor } = change;
  if (brand == null && keepEventsFor == null && keepMessagesFor == null) return update(scope, change);
  return transaction(scope, async (scope) => {
    if (keepEventsFor != null) await scope.enqueue('remove-events', { from: {} }, { key: 'all' });
    if (keepMessagesFor != null) await scope.enqueue('remove-messages', {}, { key: 'all' });
    if (brand) await changeBrand(scope, brand);
    return update(scope, change);
  });
}

function update(scope: Scope, change: z.output<typeof teamChange>): Promise<Team> {
  return scope.db.team.update({ where: { id: scope.team.id }, data: columnsOf(change) });
}

/** Null clears a brand setting, and absent ones stay. */
const changeBrand = (scope: Scope, change: z.output<typeof brandChange>) =>
  run(
    scope.db,
    sql`update teams set brand = jsonb_strip_nulls(coalesce(brand, '{}') || ${JSON.stringify(change)}::jsonb)
        where id = ${scope.team.id}`,
  );
