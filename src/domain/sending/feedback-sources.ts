import type { z } from 'zod';
import type { Links } from '../../crypto/links.ts';
import type { Vault } from '../../crypto/vault.ts';
import { ValidationError } from '../../errors.ts';
import type { FeedbackSource, Prisma } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { filled, isBlank, oneOf, optionalText, record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { columnsByField, nothingElse } from '../columns-by-field.ts';
import { found, idOf } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { FEEDBACK_PROVIDERS, secretPurpose, validateSecret } from './feedback-secrets.ts';

export type { FeedbackSource };

/** A source with its address and secret, which are shown only once. */
export interface NewFeedbackSource {
  details: FeedbackSource;
  /** The address for the provider's reports. */
  url: string;
  /** The created secret; null if the caller provided one. */
  secret: string | null;
}

const MAX_SOURCES = 100;
const TOO_MANY = { path: ['provider'], problem: `A team can have at most ${MAX_SOURCES} feedback sources.` };

export const sourceInput = record({
  provider: oneOf(FEEDBACK_PROVIDERS),
  name: optionalText(filled(255)),
  secret: text(2_000).nullish(),
});

export const sourceChange = record({
  name: optionalText(filled(255)),
  secret: text(2_000)
    .refine((value) => !isBlank(value), 'must not be blank.')
    .optional(),
});

/** Creates an address for a provider's reports, and a secret unless one is given. Throws ValidationError. */
export async function createFeedbackSource(
  scope: Scope,
  { vault, links }: { vault: Vault; links: Links },
  input: unknown,
): Promise<NewFeedbackSource> {
  const { provider, name, secret: given, ...others } = parse(sourceInput, input);
  nothingElse(others);
  const { secret, made } = validateSecret(provider, given ?? undefined);
  const teamId = scope.team.id;
  if ((await scope.db.feedbackSource.count({ where: { teamId } })) >= MAX_SOURCES) {
    throw new ValidationError([TOO_MANY]);
  }
  const id = newId();
  const encrypted = vault.encrypt(Buffer.from(secret), secretPurpose(teamId, id));
  const data = { teamId, id, provider, name: name ?? null, secret: encrypted };
  const details = await scope.db.feedbackSource.create({ data });
  const url = new URL(links.feedbackUrl(provider, { teamId, id }));
  // Postmark authenticates by user and password in the URL.
  if (provider === 'postmark') Object.assign(url, { username: 'postmark', password: secret });
  return { details, url: url.href, secret: made ? secret : null };
}

/** Changes the given fields. Throws NotFoundError, ValidationError. */
export async function updateFeedbackSource(
  scope: Scope,
  vault: Vault,
  id: unknown,
  input: unknown,
): Promise<FeedbackSource> {
  const source = await readFeedbackSource(scope, id);
  const given = parse(sourceChange, input);
  const columns = columnsByField<z.output<typeof sourceChange>, Prisma.FeedbackSourceUpdateManyMutationInput>({
    name: (name) => ({ name }),
    secret: (secret) => ({
      secret: vault.encrypt(
        Buffer.from(validateSecret(source.provider, secret).secret),
        secretPurpose(scope.team.id, source.id),
      ),
    }),
  });
  const [row] = await scope.db.feedbackSource.updateManyAndReturn({
    where: { teamId: scope.team.id, id: source.id },
    data: columns(given),
  });
  return found(row);
}

/** Deletes a source; its address stops working. Returns the deleted source. Throws NotFoundError. */
export async function deleteFeedbackSource(scope: Scope, id: unknown): Promise<FeedbackSource> {
  const source = await readFeedbackSource(scope, id);
  const { count } = await scope.db.feedbackSource.deleteMany({ where: { teamId: scope.team.id, id: source.id } });
  return found(count > 0 ? source : null);
}

/** Returns one source. Throws NotFoundError. */
export async function readFeedbackSource(scope: Scope, id: unknown): Promise<FeedbackSource> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) } };
  return found(await scope.db.feedbackSource.findUnique({ where }));
}

/** A page of the team's sources, newest first. */
export function listFeedbackSources(scope: Scope, request: PageRequest): Promise<Page<FeedbackSource>> {
  const where = { teamId: scope.team.id };
  return readPage(request, {
    find: (args) => scope.db.feedbackSource.findMany({ ...args, where: { ...args.where, ...where } }),
    count: () => scope.db.feedbackSource.count({ where }),
  });
}
