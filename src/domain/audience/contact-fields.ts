import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { ContactField } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { oneLine, oneOf, optionalText, record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { taken } from '../catch-duplicate.ts';
import { found } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { FIELD_KEY, FIELD_TYPES, labelOf, MAX_FIELDS, RESERVED, RESERVED_KEYS, TOO_MANY } from './attributes.ts';
import { type Conversion, convertAttribute, removeAttribute } from './convert-attribute.ts';

export type { ContactField };

const fieldInput = record({
  key: text(64)
    .regex(FIELD_KEY, 'must contain only lower-case letters, digits and _, and begin with a letter.')
    .refine((key) => !RESERVED_KEYS.has(key), RESERVED),
  label: optionalText(oneLine(255)),
  type: oneOf(FIELD_TYPES),
});

const fieldChange = fieldInput.omit({ key: true }).partial({ type: true });

/** Declares a contact field. Without a label, the label is the key in words. Throws ValidationError. */
export async function createContactField(scope: Scope, input: unknown): Promise<ContactField> {
  const { key, label, type } = parse(fieldInput, input);
  const teamId = scope.team.id;
  const count = await scope.db.contactField.count({ where: { teamId } });
  if (count >= MAX_FIELDS) throw new ValidationError([{ path: ['key'], problem: TOO_MANY }]);
  const [field] = await scope.db.contactField.createManyAndReturn({
    data: [{ teamId, id: newId(), key, label: label ?? labelOf(key), type }],
    skipDuplicates: true,
  });
  if (!field) throw taken('key');
  return field;
}

/**
 * Changes the label or the type. A label of null resets it to the key in words. A new type converts the values of all
 * subscribers; a value that does not convert stays as it is and counts as missing wherever the new type is compared.
 * Throws NotFoundError, ValidationError.
 */
export async function updateContactField(
  scope: Scope,
  key: unknown,
  input: unknown,
): Promise<ContactField & Conversion> {
  await readContactField(scope, key);
  const { label, type } = parse(fieldChange, input);
  return transaction(
    scope,
    async (scope) => {
      const before = await lockContactField(scope, key);
      const field = await scope.db.contactField.update({
        where: where(scope, before.key),
        data: {
          ...(label !== undefined && { label: label ?? labelOf(before.key) }),
          ...(type && { type }),
          ...(type && type !== before.type && { indexedAs: null }),
          updatedAt: scope.now(),
        },
      });
      if (field.type === before.type) return { ...field, converted: 0, unconverted: 0 };
      return { ...field, ...(await convertAttribute(scope, field.key, field.type)) };
    },
    LONG_MS,
  );
}

/** Deletes a contact field and its values from all subscribers. Returns the deleted field. Throws NotFoundError. */
export async function deleteContactField(scope: Scope, key: unknown): Promise<ContactField> {
  return transaction(
    scope,
    async (scope) => {
      const field = await lockContactField(scope, key);
      await removeAttribute(scope, field.key);
      return scope.db.contactField.delete({ where: where(scope, field.key) });
    },
    LONG_MS,
  );
}

/** Returns one contact field. Throws NotFoundError. */
export async function readContactField(scope: Scope, key: unknown): Promise<ContactField> {
  return found(await scope.db.contactField.findUnique({ where: where(scope, keyOf(key)) }));
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
