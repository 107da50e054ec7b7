import { FIELD_TYPES } from '../domain/audience/attributes.ts';
import {
  type ChangedField,
  createContactField,
  deleteContactField,
  type ContactField as Field,
  listContactFields,
  readContactField,
  updateContactField,
} from '../domain/audience/contact-fields.ts';
import { orNull } from '../domain/found.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { ContactFieldConversion } from './field-conversion.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const ContactFieldType = wireEnum('ContactFieldType', 'The type of the values of an attribute.', FIELD_TYPES);

const ContactField = builder.objectRef<Field>('ContactField').implement({
  description: 'Gives an attribute of subscribers a type and a label.',
  interfaces: [Node],
  fields: (t) => ({
    key: t.exposeString('key'),
    label: t.exposeString('label'),
    type: t.expose('type', { type: ContactFieldType }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    conversion: t.field({
      type: ContactFieldConversion,
      nullable: true,
      description: 'The last conversion of its values. Null if its type never changed.',
      resolve: ({ id }, _, { loaders }) => loaders.conversion.load(id),
    }),
  }),
});

const ChangedContactField = builder.objectRef<ChangedField>('ChangedContactField').implement({
  description: 'A contact field, and how many values were converted when its type changed.',
  fields: (t) => ({
    id: t.exposeID('id'),
    key: t.exposeString('key'),
    label: t.exposeString('label'),
    type: t.expose('type', { type: ContactFieldType }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    converted: t.exposeInt('converted', {
      description: 'The number of values that were converted to the new type; of many subscribers, those so far.',
    }),
    unconverted: t.exposeInt('unconverted', {
      description:
        'The number of values that could not be converted. They stay as they are. Where the type matters, they count as not set.',
    }),
    conversion: t.expose('conversion', {
      type: ContactFieldConversion,
      nullable: true,
      description: 'How far the conversion is. Null if the type did not change.',
    }),
  }),
});

const CreateContactFieldInput = builder.inputType('CreateContactFieldInput', {
  fields: (t) => ({
    key: t.string({
      required: true,
      description: 'At most 64 letters from a to z, digits and underscores. The first is a letter.',
    }),
    label: t.string({ description: 'Default: the key, written as words.' }),
    type: t.field({ type: ContactFieldType, required: true, description: 'What its values are.' }),
  }),
});

const UpdateContactFieldInput = builder.inputType('UpdateContactFieldInput', {
  description: 'An absent field keeps its value. If the label is null, it becomes the key, written as words.',
  fields: (t) => ({
    label: t.string({ description: 'Null: the key, written as words.' }),
    type: t.field({
      type: ContactFieldType,
      description: 'What its values are. Those that do not fit stay as they were.',
    }),
  }),
});

builder.queryFields((t) => ({
  contactField: t.field({
    type: ContactField,
    nullable: true,
    description: 'A contact field, by its key.',
    args: { key: t.arg.string({ required: true }) },
    resolve: (_, { key }, { scope }) => orNull(readContactField(scope, key)),
  }),
  contactFields: t.connection({
    type: ContactField,
    description: 'The contact fields of the team, newest first.',
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listContactFields(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createContactField: t.field({
    type: ContactField,
    description: 'Creates a contact field, which gives a type to an attribute of subscribers.',
    args: { input: t.arg({ type: CreateContactFieldInput, required: true }) },
    resolve: (_, { input }, { scope }) => createContactField(scope, input),
  }),
  updateContactField: t.field({
    type: ChangedContactField,
    description:
      'Changes a contact field. If the type changes, the values of all subscribers are converted where possible, those of many subscribers in the background: `conversion` says how far it is.',
    args: { key: t.arg.string({ required: true }), input: t.arg({ type: UpdateContactFieldInput, required: true }) },
    resolve: (_, { key, input }, { scope }) => updateContactField(scope, key, input),
  }),
  deleteContactField: t.field({
    type: DeletePayload,
    description: 'Deletes a contact field, and its values from all subscribers.',
    args: { key: t.arg.string({ required: true }) },
    resolve: (_, { key }, { scope }) => deleted(deleteContactField(scope, key)),
  }),
}));
