import { FIELD_TYPES } from '../domain/audience/attributes.ts';
import {
  createContactField,
  deleteContactField,
  type ContactField as Field,
  listContactFields,
  readContactField,
  updateContactField,
} from '../domain/audience/contact-fields.ts';
import type { Conversion } from '../domain/audience/convert-attribute.ts';
import { orNull } from '../domain/found.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const ContactFieldType = wireEnum('ContactFieldType', 'What the values of an attribute are.', FIELD_TYPES);

const ContactField = builder.objectRef<Field>('ContactField').implement({
  description: 'Gives a type to an attribute of subscribers.',
  interfaces: [Node],
  fields: (t) => ({
    key: t.exposeString('key'),
    label: t.exposeString('label'),
    type: t.expose('type', { type: ContactFieldType }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const ChangedContactField = builder.objectRef<Field & Conversion>('ChangedContactField').implement({
  description: 'A contact field, and what became of its values when its type changed.',
  fields: (t) => ({
    id: t.exposeID('id'),
    key: t.exposeString('key'),
    label: t.exposeString('label'),
    type: t.expose('type', { type: ContactFieldType }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    converted: t.exposeInt('converted', { description: 'Values that fit the new type.' }),
    unconverted: t.exposeInt('unconverted', {
      description: 'Values that do not: they stay as they are, and count as none where the type is asked for.',
    }),
  }),
});

const CreateContactFieldInput = builder.inputType('CreateContactFieldInput', {
  fields: (t) => ({
    key: t.string({
      required: true,
      description: 'Letters a to z, digits and _, beginning with a letter; at most 64.',
    }),
    label: t.string({ description: 'The key in words when absent.' }),
    type: t.field({ type: ContactFieldType, required: true }),
  }),
});

const UpdateContactFieldInput = builder.inputType('UpdateContactFieldInput', {
  description: 'Absent keeps, a value sets; a label of null is the key in words.',
  fields: (t) => ({
    label: t.string(),
    type: t.field({ type: ContactFieldType }),
  }),
});

builder.queryFields((t) => ({
  contactField: t.field({
    type: ContactField,
    nullable: true,
    args: { key: t.arg.string({ required: true }) },
    resolve: (_, { key }, { scope }) => orNull(readContactField(scope, key)),
  }),
  contactFields: t.connection({
    type: ContactField,
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listContactFields(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createContactField: t.field({
    type: ContactField,
    args: { input: t.arg({ type: CreateContactFieldInput, required: true }) },
    resolve: (_, { input }, { scope }) => createContactField(scope, input),
  }),
  updateContactField: t.field({
    type: ChangedContactField,
    description: 'A new type converts the values of all subscribers, as far as they fit.',
    args: { key: t.arg.string({ required: true }), input: t.arg({ type: UpdateContactFieldInput, required: true }) },
    resolve: (_, { key, input }, { scope }) => updateContactField(scope, key, input),
  }),
  deleteContactField: t.field({
    type: DeletePayload,
    description: 'Takes its values from all subscribers.',
    args: { key: t.arg.string({ required: true }) },
    resolve: (_, { key }, { scope }) => deleted(deleteContactField(scope, key)),
  }),
}));
