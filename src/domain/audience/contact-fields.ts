import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { ContactField } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { oneLine, oneOf, optionalText, record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { taken } from '../catch-duplicate.ts';
import { nothingElse } from '../columns-by-field.ts';
import { found } from '../found.ts';
import { announceChange } from '../live-changes.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { FIELD_KEY, FIELD_TYPES, labelOf, MAX_FIELDS, RESERVED, RESERVED_KEYS, TOO_MANY } from './attributes.ts';
import { beginChange, carryOut } from './field-changes.ts';
import { type FieldConversion, readConversions } from './field-conversions.ts';

export type { ContactField };

export const fieldInput = record({
  key: text(64)
    .regex(FIELD_KEY, 'must contain only lowercase letters, digits and _, and start with a letter.')
    .refine((key) => !RESERVED_KEYS.has(key), RESERVED),
  label: optionalText(oneLine(255)),
  type: oneOf(FIELD_TYPES),
});

export const fieldChange = fieldInput.omit({ key: true }).partial({ type: true });

/** Declares a contact field. The label defaults to the key in words. Throws ValidationError. */
export async function createContactField(scope: Scope, input: unknown): Promise<ContactField> {
  const { key, label, type, ...others } = parse(fieldInput, input);
  nothingElse(others);
  const teamId = scope.team.id;
  const count = await scope.db.contactField.count({ where: { teamId } });
  if (count >= MAX_FIELDS) throw new ValidationError([{ path: ['key'], problem: TOO_MANY }]);
  return transaction(scope, async (scope) => {
    const [field] = await scope.db.contactField.createManyAndReturn({
      data: [{ teamId, id: newId(), key, label: label ?? labelOf(key), type }],
      skipDuplicates: true,
    });
    if (!field) throw taken('key');
    await announceChange(scope, 'contact_field', field.id);
    return field;
  });
}

/** A field after a change. */
export interface ChangedField extends ContactField {
  /** How many values have been converted to a new type so far, and how many did not fit. */
  converted: number;
  unconverted: number;
  /** Undefined if this call did not change the type. */
  conversion: FieldConversion | undefined;
}

/**
 * Changes the label or the type. A label of null resets it to the key in words. A new type applies to all subscribers'
 * values at once; they are converted in chunks, first by this call and then by a worker. A value that cannot be converted
 * stays and counts as missing in comparisons. Throws NotFoundError, ValidationError.
 */
export async function updateContactField(scope: Scope, key: unknown, input: unknown): Promise<ChangedField> {
  await readContactField(scope, key);
  const { label, type, ...others } = parse(fieldChange, input);
  nothingElse(others);
  const { field, change } = await transaction(scope, async (scope) => {
    const before = await lockContactField(scope, key);
    const isNewType = type !== undefined && type !== before.type;
    const field = await scope.db.contactField.update({
      where: where(scope, before.key),
      data: {
        ...(label !== undefined && { label: label ?? labelOf(before.key) }),
        ...(isNewType && { type, indexedAs: null }),
        updatedAt: scope.now(),
      },
    });
    await announceChange(scope, 'contact_field', field.id);
    return { field, change: isNewType ? await beginChange(scope, field, type) : undefined };
  });
  if (change === undefined) return { ...field, converted: 0, unconverted: 0, conversion: undefined };
  await carryOut(scope, change);
  const [conversion] = await readConversions(scope, [field.id]);
  const { converted = 0, unconverted = 0 } = conversion ?? {};
  return { ...field, converted, unconverted, conversion };
}

/**
 * Deletes a contact field, and with it the values of all subscribers. The values are removed in chunks, first by this call
 * and then by a worker. Returns the deleted field. Throws NotFoundError.
 */
export async function deleteContactField(scope: Scope, key: unknown): Promise<ContactField> {
  const { field, change } = await transaction(scope, async (scope) => {
    const field = await lockContactField(scope, key);
    await scope.db.contactField.delete({ where: where(scope, field.key) });
    await announceChange(scope, 'contact_field', field.id);
    return { field, change: await beginChange(scope, field, null) };
  });
  await carryOut(scope, change);
  return field;
}

/** Returns one contact field. Throws NotFoundError. */
export async function readContactField(scope: Scope, key: unknown): Promise<ContactField> {
  return found(await scope.db.contactField.findUnique({ where: where(scope, keyOf(key)) }));
}

/** The last conversion of a field's values. Throws NotFoundError, including if the type never changed. */
export async function readConversion(scope: Scope, key: unknown): Promise<FieldConversion> {
  const [conversion] = await readConversions(scope, [(await readContactField(scope, key)).id]);
  return found(conversion);
}

/** A page of the team's contact fields, newest first. */
export function listContactFields(scope: Scope, request: PageRequest): Promise<Page<ContactField>> {
  const where = { teamId: scope.team.id };
  return readPage(request, {
    find: (args) => scope.db.contactField.findMany({ ...args, where: { ...args.where, ...where } }),
    count: () => scope.db.contactField.count({ where }),
  });
}

/** Waits until nobody is writing values of the field, then locks it until the transaction ends. */
async function lockContactField(scope: Scope, key: unknown): Promise<ContactField> {
  const lock = sql`select from contact_fields where team_id = ${scope.team.id} and key = ${keyOf(key)} for update`;
  await run(scope.db, lock);
  return readContactField(scope, key);
}

function keyOf(value: unknown): string {
  return found(typeof value === 'string' && FIELD_KEY.test(value) ? value : null);
}

const where = (scope: Scope, key: string) => ({ teamId_key: { teamId: scope.team.id, key } });
