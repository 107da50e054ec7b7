import { type Database, run, sql } from '../../database/connect.ts';
import { NotFoundError } from '../../errors.ts';
import { isId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { type FieldType, readAttributes } from '../audience/attributes.ts';
import type { ContactField } from '../audience/contact-fields.ts';
import { type Brand, brandOf } from '../content/brand/brand.ts';
import type { FormField } from './form-input.ts';
import { type Form, fieldsOf, NAMES } from './forms.ts';
import type { FormDesign, FormKind } from './kinds.ts';

/** A field that people fill in. */
export interface AskedField {
  field: string;
  /** The form's own label, or the contact field's. Null for a name without one: the page has a default. */
  label: string | null;
  type: FieldType;
  required: boolean;
}

/** A form as shown publicly, and the settings for its sign-ups. */
export interface PublicForm {
  teamId: number;
  id: string;
  teamName: string;
  postalAddress: string | null;
  brand: Brand;
  locale: string;
  kind: FormKind;
  design: FormDesign;
  openAfterSeconds: number | null;
  openAfterPercent: number | null;
  openOnLeave: boolean;
  repeatAfterDays: number;
  title: string;
  text: string | null;
  button: string | null;
  asked: AskedField[];
  /** The hidden values of each sign-up, by field. */
  hidden: Record<string, string | number | boolean>;
  consentText: string | null;
  consentVersion: number;
  keepAddress: boolean;
  successTitle: string | null;
  successText: string | null;
  redirectUrl: string | null;
  hosts: string[];
  proofOfWork: boolean;
  refuseDisposable: boolean;
  /** Whether new people must confirm by e-mail. */
  confirms: boolean;
}

type Stored = Omit<PublicForm, 'asked' | 'hidden' | 'brand'> & {
  brand: unknown;
  fields: FormField[];
  known: ContactFieldOf[];
};

type ContactFieldOf = Pick<ContactField, 'key' | 'label' | 'type'>;

/** The form by its id, in one statement. Throws NotFoundError, including if the team is suspended. */
export async function readPublicForm(db: Database, id: string): Promise<PublicForm> {
  if (!isId(id)) throw new NotFoundError();
  const [stored] = await run<Stored>(
    db,
    sql`select f.team_id as "teamId", f.id::text, t.name as "teamName", t.postal_address as "postalAddress", t.brand, f.locale, f.title, f.text, f.button, f.fields,
               f.kind, f.design, f.open_after_seconds as "openAfterSeconds", f.open_after_percent as "openAfterPercent",
               f.open_on_leave as "openOnLeave", f.repeat_after_days as "repeatAfterDays",
               f.consent_text as "consentText", f.consent_version as "consentVersion", f.keep_address as "keepAddress",
               f.success_title as "successTitle", f.success_text as "successText", f.redirect_url as "redirectUrl",
               f.hosts, f.proof_of_work as "proofOfWork", f.refuse_disposable as "refuseDisposable",
               l.requires_confirmation as confirms,
               coalesce((select jsonb_agg(jsonb_build_object('key', c.key, 'label', c.label, 'type', c.type))
                         from contact_fields c
                         where c.team_id = f.team_id and c.key in (select x ->> 'field' from jsonb_array_elements(f.fields) x)
                        ), '[]') as known
        from forms f
        join lists l on l.team_id = f.team_id and l.id = f.list_id
        join teams t on t.id = f.team_id and t.status = 'active'
        where f.id = ${id}::uuid`,
  );
  if (!stored) throw new NotFoundError();
  const { fields, known, brand, ...form } = stored;
  const contactFields = new Map(known.map((field) => [field.key, field]));
  const hidden = usable(fields, contactFields).flatMap(
    ({ field, hidden, value }): [string, string | number | boolean][] =>
      hidden && value !== null ? [[field, typed(value, contactFields.get(field)?.type)]] : [],
  );
  return {
    ...form,
    brand: brandOf(brand),
    asked: askedOf(fields, contactFields),
    hidden: Object.fromEntries(hidden),
  };
}

/** A hidden value in the type of its contact field; unchanged if that has another type by now. */
function typed(value: string, type: FieldType | undefined): string | number | boolean {
  if (type === undefined) return value;
  return (readAttributes({ value }, new Map([['value', type]])).values.value ?? value) as string | number | boolean;
}

/** The fields of each form, in order. One statement. */
export async function readAskedFields(scope: Scope, forms: readonly Pick<Form, 'fields'>[]): Promise<AskedField[][]> {
  const keys = [...new Set(forms.flatMap((form) => fieldsOf(form)).map(({ field }) => field))];
  const where = { teamId: scope.team.id, key: { in: keys } };
  const known = keys.length === 0 ? [] : await scope.db.contactField.findMany({ where });
  const contactFields = new Map(known.map((field) => [field.key, field]));
  return forms.map((form) => askedOf(fieldsOf(form), contactFields));
}

type ContactFields = ReadonlyMap<string, ContactFieldOf>;

/** Deleted contact fields are neither shown nor set. */
const usable = (fields: readonly FormField[], known: ContactFields): FormField[] =>
  fields.filter(({ field }) => NAMES.includes(field) || known.has(field));

const askedOf = (fields: readonly FormField[], known: ContactFields): AskedField[] =>
  usable(fields, known)
    .filter(({ hidden }) => !hidden)
    .map(({ field, label, required }) => ({
      field,
      required,
      type: known.get(field)?.type ?? 'text',
      label: label ?? known.get(field)?.label ?? null,
    }));
