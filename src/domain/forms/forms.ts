import type { z } from 'zod';
import type { Config } from '../../config.ts';
import { empty, run, sql } from '../../database/connect.ts';
import { type Issue, ValidationError } from '../../errors.ts';
import type { Form, Prisma } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { idRule } from '../../validation/id.ts';
import { record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { readAttributes, readDeclaredFields } from '../audience/attributes.ts';
import { type List, lockList } from '../audience/lists.ts';
import { ensureTags } from '../audience/tags.ts';
import { columnsByField } from '../columns-by-field.ts';
import { found, idOf, orNull } from '../found.ts';
import { byName, byTime, orderBy, orderOf } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { containsWords } from '../search.ts';
import { readSelection } from '../selection.ts';
import { type FormField, formChange, formInput } from './form-input.ts';
import { USUAL_REPEAT_DAYS } from './kinds.ts';
import { refuseForeignRedirect } from './own-hosts.ts';

export type { Form };

/** The fields of a subscriber that a form may have besides the contact fields. */
export const NAMES = ['first_name', 'last_name'];

const MAX_FORMS = 500;
const TOO_MANY: Issue = { path: ['name'], problem: `A team can have at most ${MAX_FORMS} forms.` };
export const NO_LIST: Issue = { path: ['listId'], problem: 'must be the id of a list.' };

/** Fields whose columns depend on others: on the list, the name, the tags or the text before. */
type LookedUp = 'listId' | 'title' | 'locale' | 'tags' | 'consentText';

/** Null is the default. */
const columnsOf = columnsByField<Omit<z.output<typeof formChange>, LookedUp>, Partial<Prisma.FormCreateManyInput>>({
  name: (name) => ({ name }),
  kind: (kind) => ({ kind: kind ?? 'inline' }),
  design: (design) => ({ design: design ?? 'clean' }),
  openAfterSeconds: (openAfterSeconds) => ({ openAfterSeconds }),
  openAfterPercent: (openAfterPercent) => ({ openAfterPercent }),
  openOnLeave: (openOnLeave) => ({ openOnLeave: openOnLeave ?? false }),
  repeatAfterDays: (days) => ({ repeatAfterDays: days ?? USUAL_REPEAT_DAYS }),
  text: (text) => ({ text }),
  button: (button) => ({ button }),
  fields: (fields) => ({ fields: fields ?? [] }),
  hosts: (hosts) => ({ hosts: hosts ?? [] }),
  keepAddress: (keepAddress) => ({ keepAddress: keepAddress ?? false }),
  successTitle: (successTitle) => ({ successTitle }),
  successText: (successText) => ({ successText }),
  redirectUrl: (redirectUrl) => ({ redirectUrl }),
  proofOfWork: (proofOfWork) => ({ proofOfWork: proofOfWork ?? false }),
  refuseDisposable: (refuseDisposable) => ({ refuseDisposable: refuseDisposable ?? false }),
});

/** Dependencies for creating and changing forms. */
interface Surroundings {
  config: Pick<Config, 'publicUrl'>;
}

/** Creates a sign-up form. Throws ValidationError. */
export function createForm(scope: Scope, { config }: Surroundings, input: unknown): Promise<Form> {
  const { listId, title, locale, tags, consentText, ...given } = parse(formInput, input);
  const { name, fields, hosts } = given;
  const teamId = scope.team.id;
  return transaction(scope, async (scope) => {
    const list = await lockNamedList(scope, listId);
    if ((await scope.db.form.count({ where: { teamId } })) >= MAX_FORMS) throw new ValidationError([TOO_MANY]);
    await refuseUnknownFields(scope, fields ?? []);
    await refuseForeignRedirect(scope, config, given.redirectUrl ?? null, hosts ?? []);
    return scope.db.form.create({
      data: {
        ...columnsOf(given),
        teamId,
        id: newId(),
        listId,
        name,
        title: title ?? list.name,
        locale: locale ?? list.locale,
        tagIds: await idsOf(scope, tags ?? []),
        consentText: consentText ?? null,
        consentVersion: consentText == null ? 0 : 1,
      },
    });
  });
}

/**
 * Changes the given fields. Null resets a field to its default. A changed consent text becomes its next version. Throws
 * NotFoundError, ValidationError.
 */
export function updateForm(scope: Scope, { config }: Surroundings, id: unknown, input: unknown): Promise<Form> {
  const formId = idOf(id);
  return transaction(scope, async (scope) => {
    const teamId = scope.team.id;
    await run(scope.db, sql`select from forms where team_id = ${teamId} and id = ${formId}::uuid for update`);
    const row = await readForm(scope, formId);
    const { listId, title, locale, tags, consentText, ...given } = parse(formChange, input);
    const { fields, hosts } = given;
    const list = await lockNamedList(scope, listId ?? row.listId);
    if (fields) await refuseUnknownFields(scope, fields);
    const redirectUrl = given.redirectUrl === undefined ? row.redirectUrl : given.redirectUrl;
    await refuseForeignRedirect(scope, config, redirectUrl, hosts === undefined ? row.hosts : (hosts ?? []));
    const isNewText = consentText != null && consentText !== row.consentText;
    const data: Prisma.FormUncheckedUpdateManyInput = {
      ...columnsOf(given),
      ...(listId !== undefined && { listId }),
      ...(title !== undefined && { title: title ?? list.name }),
      ...(locale !== undefined && { locale: locale ?? list.locale }),
      ...(tags !== undefined && { tagIds: await idsOf(scope, tags ?? []) }),
      ...(consentText !== undefined && { consentText }),
      ...(isNewText && { consentVersion: row.consentVersion + 1 }),
      updatedAt: scope.now(),
    };
    const [changed] = await scope.db.form.updateManyAndReturn({ where: { teamId, id: row.id }, data });
    return found(changed);
  });
}

/**
 * Deletes a form and its page. Its sign-ups stay with their subscribers. Returns the deleted form. Throws NotFoundError.
 */
export async function deleteForm(scope: Scope, id: unknown): Promise<Form> {
  const form = await readForm(scope, id);
  const { count } = await scope.db.form.deleteMany({ where: { teamId: form.teamId, id: form.id } });
  return found(count > 0 ? form : null);
}

/** Returns one form. Throws NotFoundError. */
export async function readForm(scope: Scope, id: unknown): Promise<Form> {
  return found(await scope.db.form.findUnique({ where: { teamId_id: { teamId: scope.team.id, id: idOf(id) } } }));
}

/** Returns the team's forms with these ids, in one statement. */
export const readForms = (scope: Scope, ids: readonly string[]): Promise<Form[]> =>
  scope.db.form.findMany({ where: { teamId: scope.team.id, id: { in: [...ids] } } });

export const FORM_ORDER_FIELDS = ['created_at', 'updated_at', 'name'] as const;

const ORDERS = { updated_at: byTime('updatedAt', sql`f.updated_at`), name: byName('name', sql`f.name`) };

export const formFilters = record({
  listId: idRule('a list').nullish(),
  search: text(255).nullish(),
  orderBy: orderBy(FORM_ORDER_FIELDS),
});

/** The filter and the order of a page of forms. */
export interface FormRequest extends PageRequest {
  listId?: unknown;
  search?: unknown;
  orderBy?: unknown;
}

/** A page of the team's forms, newest first by default, filtered by list or words of the name. Throws ValidationError. */
export async function listForms(scope: Scope, request: FormRequest): Promise<Page<Form>> {
  const { listId, search, ...asked } = parse(formFilters, request);
  return readSelection(scope, request, {
    from: sql`forms f`,
    id: sql`f.id`,
    order: orderOf(asked.orderBy, ORDERS),
    where: sql`f.team_id = ${scope.team.id} ${listId == null ? empty : sql`and f.list_id = ${listId}::uuid`}
      ${search == null ? empty : sql`and ${containsWords(sql`lower(f.name)`, search)}`}`,
    read: (ids) => readForms(scope, ids),
  });
}

/** The stored fields of a form. */
export const fieldsOf = ({ fields }: Pick<Form, 'fields'>): FormField[] => fields as unknown as FormField[];

/** A missing list is an invalid value here, not an unknown path. */
async function lockNamedList(scope: Scope, listId: string): Promise<List> {
  const list = await orNull(lockList(scope, listId));
  if (!list) throw new ValidationError([NO_LIST]);
  return list;
}

/** Fields must exist, and hidden values must fit them. Throws ValidationError. */
async function refuseUnknownFields(scope: Scope, fields: readonly FormField[]): Promise<void> {
  const types = new Map(
    (
      await readDeclaredFields(
        scope,
        fields.map(({ field }) => field),
      )
    ).map((f) => [f.key, f.type]),
  );
  const issues = fields.flatMap(({ field, value }, index): Issue[] => {
    if (NAMES.includes(field)) return [];
    if (!types.has(field)) {
      return [
        { path: ['fields', index, 'field'], problem: 'must be first_name, last_name or the key of a contact field.' },
      ];
    }
    const unfit = value === null ? [] : readAttributes({ [field]: value }, types).issues;
    return unfit.map(({ problem }) => ({ path: ['fields', index, 'value'], problem }));
  });
  if (issues.length > 0) throw new ValidationError(issues);
}

const idsOf = async (scope: Scope, names: readonly string[]): Promise<number[]> =>
  [...new Set((await ensureTags(scope, names)).values())].sort((a, b) => a - b);
