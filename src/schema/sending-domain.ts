import { orNull } from '../domain/found.ts';
import { checkSendingDomain } from '../domain/sending/check-sending-domain.ts';
import { KEY_STATUSES, type ShownKey, shownKeys } from '../domain/sending/dkim-keys.ts';
import { type DomainRecord, RECORD_TYPES, recordsOf } from '../domain/sending/domain-records.ts';
import { RECORD_PURPOSES, RECORD_STATES } from '../domain/sending/finding.ts';
import { readSendingDomain } from '../domain/sending/read-sending-domain.ts';
import { cancelDkimRotation, rotateDkim } from '../domain/sending/rotate-dkim.ts';
import { createSendingDomain, deleteSendingDomain, listSendingDomains } from '../domain/sending/sending-domains.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const Purpose = wireEnum('DomainRecordPurpose', 'What a DNS record is for.', RECORD_PURPOSES, {
  dkim: 'The key that signs.',
  next_dkim: 'The key that signs once it is found.',
  old_dkim: 'A key that signed before: mail on its way needs it for a week.',
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

const KeyStatus = wireEnum('DkimKeyStatus', 'The part of a DKIM key.', KEY_STATUSES, {
  current: 'It signs, as long as it is found in DNS.',
  next: 'It signs once it is found in DNS. Until then the current key does.',
  old: 'It signed before. Its private half is deleted.',
});

const DkimKey = builder.objectRef<ShownKey>('DkimKey').implement({
  description: 'A key by which messages of a sending domain are signed. The private half is never shown.',
  fields: (t) => ({
    status: t.expose('status', { type: KeyStatus }),
    selector: t.exposeString('selector'),
    bits: t.exposeInt('bits', { description: 'Its length. Mailbox providers ask for 2048.' }),
    name: t.string({ description: 'The name of its DNS record.', resolve: ({ finding }) => finding.name }),
    state: t.field({ type: State, resolve: ({ finding }) => finding.state }),
    keepUntil: t.expose('keepUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Of an old key: keep its record until then, because mail on its way is signed with it.',
    }),
  }),
});

export const SendingDomain = builder.prismaObject('SendingDomain', {
  description: 'A domain that the team sends from. Its messages are signed by DKIM once the key is found in DNS.',
  interfaces: [Node],
  fields: (t) => ({
    domain: t.exposeString('domain'),
    records: t.field({ type: [Record], resolve: (domain, _, { scope }) => recordsOf(domain, scope.now()) }),
    dkimKeys: t.field({
      type: [DkimKey],
      description:
        'The current key, the next one while a rotation is under way, and old ones whose records are needed or still there.',
      resolve: shownKeys,
    }),
    verifiedAt: t.expose('verifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was found in DNS. Null while it is not there.',
    }),
    rotationStartedAt: t.expose('rotationStartedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the rotation of the DKIM key began that is under way.',
    }),
    checkedAt: t.expose('checkedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const SELECTOR = 'The name of the key in DNS, such as mail2026. Default: a new one.';
const PRIVATE_KEY =
  'An RSA key of your own in PEM format, from 1024 to 4096 bits, best 2048. It is never shown again. Default: a new key of 2048 bits.';

const CreateSendingDomainInput = builder.inputType('CreateSendingDomainInput', {
  fields: (t) => ({
    domain: t.string({ required: true, description: 'What stands behind the @ of senders, such as shop.example.' }),
    selector: t.string({ description: SELECTOR }),
    privateKey: t.string({ description: PRIVATE_KEY }),
  }),
});

const RotateDkimInput = builder.inputType('RotateDkimInput', {
  description: 'The next DKIM key of a sending domain. Without it, a new key is made.',
  fields: (t) => ({
    selector: t.string({ description: SELECTOR }),
    privateKey: t.string({ description: PRIVATE_KEY }),
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
  rotateDkim: t.field({
    type: SendingDomain,
    description:
      'Gives a sending domain its next DKIM key, and shows its record to publish. The current key signs until the record is found.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: RotateDkimInput }) },
    resolve: (_, { id, input }, { scope, installation }) => rotateDkim(scope, installation.vault, id, input),
  }),
  cancelDkimRotation: t.field({
    type: SendingDomain,
    description: 'Cancels the rotation under way and deletes the next key. The current key goes on signing.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => cancelDkimRotation(scope, id),
  }),
  deleteSendingDomain: t.field({
    type: DeletePayload,
    description: 'Deletes a sending domain and its key.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteSendingDomain(scope, id)),
  }),
}));
