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
  description: 'The type and label of a subscriber attribute.',
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
      description: 'The last conversion of its values. Null if the type never changed.',
      resolve: ({ id }, _, { loaders }) => loaders.conversion.load(id),
    }),
  }),
});

const UpdatedContactField = builder.objectRef<ChangedField>('UpdateContactFieldPayload').implement({
  description: 'A contact field and the result of converting its values to a new type.',
  fields: (t) => ({
    contactField: t.field({ type: ContactField, resolve: (field) => field }),
    converted: t.exposeInt('converted', {
      description: 'The number of values converted to the new type. For many subscribers: the number so far.',
    }),
    unconverted: t.exposeInt('unconverted', {
      description:
        'The number of values that could not be converted. They are kept, and count as not set wherever the type matters.',
    }),
    conversion: t.expose('conversion', {
      type: ContactFieldConversion,
      nullable: true,
      description: 'The progress of the conversion. Null if the type did not change.',
    }),
  }),
});

const CreateContactFieldInput = builder.inputType('CreateContactFieldInput', {
  fields: (t) => ({
    key: t.string({
      required: true,
      description: 'At most 64 lowercase letters (a to z), digits and underscores. Starts with a letter.',
    }),
    label: t.string({ description: 'The label for people. Default: the key, as words.' }),
    type: t.field({ type: ContactFieldType, required: true, description: 'The type of its values.' }),
  }),
});

const UpdateContactFieldInput = builder.inputType('UpdateContactFieldInput', {
  description: 'Absent fields keep their values. A null label resets it to the key, as words.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The key of the contact field.' }),
    label: t.string({ description: 'Null: the key, as words.' }),
    type: t.field({
      type: ContactFieldType,
      description: 'The type of its values. Values that cannot be converted are kept.',
    }),
  }),
});

const DeleteContactFieldInput = builder.inputType('DeleteContactFieldInput', {
  fields: (t) => ({ key: t.string({ required: true, description: 'The key of the contact field.' }) }),
});

builder.queryFields((t) => ({
  contactField: t.field({
    type: ContactField,
    nullable: true,
    description: 'A contact field by key.',
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
    description: 'Creates a contact field for a subscriber attribute.',
    args: { input: t.arg({ type: CreateContactFieldInput, required: true }) },
    resolve: (_, { input }, { scope }) => createContactField(scope, input),
  }),
  updateContactField: t.field({
    type: UpdatedContactField,
    description:
      'Updates a contact field. A new type converts the values of all subscribers where possible. For many subscribers this continues in the background; see `conversion`.',
    args: { input: t.arg({ type: UpdateContactFieldInput, required: true }) },
    resolve: (_, { input: { key, ...input } }, { scope }) => updateContactField(scope, key, input),
  }),
  deleteContactField: t.field({
    type: DeletePayload,
    description:
      'Deletes a contact field and its values from all subscribers. `deletedId` is the `id` of the field, not its key.',
    args: { input: t.arg({ type: DeleteContactFieldInput, required: true }) },
    resolve: (_, { input: { key } }, { scope }) => deleted(deleteContactField(scope, key)),
  }),
}));
