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
import { openEnum, wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const Purpose = openEnum('DomainRecordPurpose', 'The purpose of a DNS record.', RECORD_PURPOSES, {
  dkim: 'The signing key.',
  next_dkim: 'The next signing key. It signs as soon as its record is found.',
  old_dkim: 'A former signing key. Keep it for a week, because e-mails in transit still need it.',
  dmarc_reports: 'Permits DMARC reports about the domain to be sent to a feedback domain of another organisation.',
  tls_reports: 'Asks other servers to report whether mail to the domain is encrypted.',
  bimi: 'A logo next to messages.',
});
const Type = openEnum('DomainRecordType', 'The type of a DNS record.', RECORD_TYPES);
const State = wireEnum(
  'DomainRecordState',
  'The result of the last DNS check.',
  RECORD_STATES,
  {},
  { unknown: 'UNCHECKED' },
);

const Record = builder.objectRef<DomainRecord>('DomainRecord').implement({
  description: 'A DNS record to publish.',
  fields: (t) => ({
    purpose: t.expose('purpose', { type: Purpose }),
    type: t.expose('type', { type: Type }),
    isOptional: t.exposeBoolean('isOptional', {
      description: 'False if authentication or bounce handling needs the record.',
    }),
    name: t.exposeString('name'),
    value: t.exposeString('value', {
      description:
        'The value to publish in place of the current one. It includes the correct parts of the current value.',
    }),
    state: t.expose('state', { type: State }),
    published: t.exposeStringList('published', { description: 'The value at the last check.' }),
    advice: t.exposeStringList('advice', { description: "Further advice for the domain's owner." }),
  }),
});

const KeyStatus = wireEnum('DkimKeyStatus', 'The role of a DKIM key.', KEY_STATUSES, {
  current: 'Signs messages as long as its record is found in DNS.',
  next: 'Signs messages as soon as its record is found in DNS. Until then the current key signs.',
  old: 'No longer signs messages. Its private key is deleted.',
});

const DkimKey = builder.objectRef<ShownKey>('DkimKey').implement({
  description: 'A key that signs messages of a sending domain. The private key is never shown.',
  fields: (t) => ({
    status: t.expose('status', { type: KeyStatus }),
    selector: t.exposeString('selector'),
    bits: t.exposeInt('bits', { description: 'The key length. Mailbox providers ask for 2048.' }),
    name: t.string({ description: 'The name of its DNS record.', resolve: ({ finding }) => finding.name }),
    state: t.field({ type: State, resolve: ({ finding }) => finding.state }),
    keepUntil: t.expose('keepUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'For an old key: keep its DNS record until this time, for e-mails in transit.',
    }),
  }),
});

export const SendingDomain = builder.prismaObject('SendingDomain', {
  description: "A domain for the team's senders. Its messages are DKIM-signed once the key is found in DNS.",
  interfaces: [Node],
  fields: (t) => ({
    domain: t.exposeString('domain'),
    records: t.field({ type: [Record], resolve: (domain, _, { scope }) => recordsOf(domain, scope.now()) }),
    dkimKeys: t.field({
      type: [DkimKey],
      description:
        'The current key, the next key during a rotation, and old keys whose records are needed or still published.',
      resolve: shownKeys,
    }),
    verifiedAt: t.expose('verifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was found in DNS. Null while it is missing.',
    }),
    rotationStartedAt: t.expose('rotationStartedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the current rotation of the DKIM key started. Null if there is none.',
    }),
    checkedAt: t.expose('checkedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const SELECTOR = 'The name of the key in DNS, such as mail2026. Default: a new one.';
const PRIVATE_KEY =
  'Your own RSA key in PEM format, 1024 to 4096 bits, preferably 2048. It is never shown again. Default: a new 2048-bit key.';

const CreateSendingDomainInput = builder.inputType('CreateSendingDomainInput', {
  fields: (t) => ({
    domain: t.string({
      required: true,
      description: 'The part after the @ in sender addresses, such as shop.example.',
    }),
    selector: t.string({ description: SELECTOR }),
    privateKey: t.string({ description: PRIVATE_KEY }),
  }),
});

const RotateDkimInput = builder.inputType('RotateDkimInput', {
  description: 'The next DKIM key of a sending domain. Default: a new key.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the sending domain.' }),
    selector: t.string({ description: SELECTOR }),
    privateKey: t.string({ description: PRIVATE_KEY }),
  }),
});

builder.queryFields((t) => ({
  sendingDomain: t.field({
    type: SendingDomain,
    nullable: true,
    description: 'A sending domain and its DNS records, by id.',
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
      'Starts a key rotation: adds the next DKIM key and returns its record to publish. The current key signs until the record is found.',
    args: { input: t.arg({ type: RotateDkimInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope, installation }) =>
      rotateDkim(scope, installation.vault, id, input),
  }),
  cancelDkimRotation: t.field({
    type: SendingDomain,
    description: 'Cancels the current rotation and deletes the next key. The current key keeps signing.',
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
