import { orNull } from '../domain/found.ts';
import {
  type DomainRecord,
  RECORD_PURPOSES,
  RECORD_STATES,
  RECORD_TYPES,
  recordsOf,
} from '../domain/sending/domain-records.ts';
import {
  checkSendingDomain,
  createSendingDomain,
  deleteSendingDomain,
  listSendingDomains,
  readSendingDomain,
} from '../domain/sending/sending-domains.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const Purpose = wireEnum('DomainRecordPurpose', 'What a DNS record is for.', RECORD_PURPOSES, {
  dmarc_reports: 'Lets DMARC reports about the domain come to the feedback domain of another owner.',
  tls_reports: 'Asks other servers to report whether mail to the domain comes encrypted.',
  bimi: 'A logo beside messages.',
});
const Type = wireEnum('DomainRecordType', 'The type of a DNS record.', RECORD_TYPES);
const State = wireEnum('DomainRecordState', 'What was found when DNS was last checked.', RECORD_STATES);

const Record = builder.objectRef<DomainRecord>('DomainRecord').implement({
  description: 'A DNS record to publish.',
  fields: (t) => ({
    purpose: t.expose('purpose', { type: Purpose }),
    type: t.expose('type', { type: Type }),
    isOptional: t.exposeBoolean('isOptional', {
      description: 'Whether messages are authenticated and bounces come back without it.',
    }),
    name: t.exposeString('name'),
    value: t.exposeString('value', {
      description: 'What to publish, in the place of what is there. What is published and right is part of it.',
    }),
    state: t.expose('state', { type: State }),
    published: t.exposeStringList('published', { description: 'What was there at the last check.' }),
    advice: t.exposeStringList('advice', { description: 'What else the owner of the domain should know or do.' }),
  }),
});

export const SendingDomain = builder.prismaObject('SendingDomain', {
  description: 'A domain that the team sends from. Its messages are signed by DKIM once the key is found in DNS.',
  interfaces: [Node],
  fields: (t) => ({
    domain: t.exposeString('domain'),
    records: t.field({ type: [Record], resolve: recordsOf }),
    verifiedAt: t.expose('verifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was found in DNS. Null while it is not there.',
    }),
    checkedAt: t.expose('checkedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const CreateSendingDomainInput = builder.inputType('CreateSendingDomainInput', {
  fields: (t) => ({
    domain: t.string({ required: true, description: 'What stands behind the @ of senders, such as shop.example.' }),
  }),
});

builder.queryFields((t) => ({
  sendingDomain: t.field({
    type: SendingDomain,
    nullable: true,
    description: 'A sending domain and its DNS records, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readSendingDomain(scope, id)),
  }),
  sendingDomains: t.connection({
    type: SendingDomain,
    description: 'The sending domains of the team, newest first.',
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listSendingDomains(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createSendingDomain: t.field({
    type: SendingDomain,
    description: 'Creates a DKIM key for the domain and returns the DNS records to publish.',
    args: { input: t.arg({ type: CreateSendingDomainInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createSendingDomain(scope, installation, input),
  }),
  checkSendingDomain: t.field({
    type: SendingDomain,
    description: 'Checks the DNS records of a sending domain.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation }) => checkSendingDomain(scope, installation, id),
  }),
  deleteSendingDomain: t.field({
    type: DeletePayload,
    description: 'Deletes a sending domain and its key.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteSendingDomain(scope, id)),
  }),
}));
