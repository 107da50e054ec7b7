import type { PrismaClient } from '../../src/generated/prisma/client.ts';

/** SQL that gives all campaigns their mailings, as enqueuing does: messages and counts belong to those. */
export const ADD_MAILINGS = `
  insert into mailings (team_id, id, list_id, template_id, campaign_id)
  select team_id, id, list_id, template_id, id from campaigns on conflict do nothing`;

/** Gives all campaigns their mailings, before a test inserts messages of them. */
export const addMailings = (db: Pick<PrismaClient, '$executeRawUnsafe'>) => db.$executeRawUnsafe(ADD_MAILINGS);
