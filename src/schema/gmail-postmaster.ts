import {
  type GmailConnection as Connection,
  connectGmail,
  disconnectGmail,
  readGmailConnection,
} from '../domain/sending/gmail/connection.ts';
import {
  type GmailDay as Day,
  errorsOf,
  type GmailDomainDays,
  listGmailDomains,
} from '../domain/sending/gmail/list-domains.ts';
import { GMAIL_PROBLEMS, problemInWords } from '../domain/sending/gmail/problems.ts';
import { GMAIL_REQUIREMENTS, type GmailRequirement } from '../domain/sending/gmail/requirements.ts';
import { type GmailTest as Test, testGmail } from '../domain/sending/gmail/test-connection.ts';
import { writtenDay } from '../validation/time.ts';
import { builder } from './builder.ts';
import { growingEnum } from './enums.ts';
import { requires } from './permissions.ts';
import { SendingDomain } from './sending-domain.ts';

const Problem = growingEnum(
  'GmailProblemCode',
  "Why Google's statistics could not be read.",
  new Map(Object.entries(GMAIL_PROBLEMS)),
);
const Requirement = growingEnum('GmailRequirementName', "Google's requirements for senders.", GMAIL_REQUIREMENTS);
const Reason = growingEnum(
  'GmailErrorReason',
  'Why Gmail rejected or deferred messages.',
  new Map([
    ['low_domain_reputation', 'Rejected: the reputation of the domain is low.'],
    ['low_ip_reputation', 'Rejected: the reputation of the sending address is low.'],
    ['spammy_content', 'Rejected: the content looks like spam.'],
    ['ip_in_rbls', 'Rejected: the sending address is on a public blocklist.'],
    ['bad_or_missing_ptr_record', 'Rejected: the sending address has no valid reverse DNS record.'],
    ['bad_attachment', 'Rejected: Gmail does not accept an attachment.'],
    ['stamp_policy_error', "Rejected: the sender's DMARC policy asks for it."],
    ['rejected', 'Rejected for another reason.'],
    ['anomalous_traffic_pattern', 'Deferred: the volume was unusual.'],
    ['deferred', 'Deferred for another reason.'],
  ]),
);

const DeliveryError = builder.objectRef<{ reason: string; rate: number }>('GmailDeliveryError').implement({
  description: 'The messages that Gmail rejected or deferred for one reason.',
  fields: (t) => ({
    reason: t.field({
      type: Reason.type,
      description: 'The reason, as Gmail classifies it.',
      resolve: ({ reason }) => Reason.known(reason),
    }),
    rate: t.exposeFloat('rate', { description: 'Their share of all messages, from 0 to 1.' }),
  }),
});

const rateField = (share: string) => ({
  nullable: true as const,
  description: `${share}, from 0 to 1. Null: Google published none.`,
});

const GmailDay = builder.objectRef<Day>('GmailDay').implement({
  description: "Google's statistics about a sending domain on a day.",
  fields: (t) => ({
    day: t.field({
      type: 'Date',
      description: 'The day, as Google reports it.',
      resolve: ({ day }) => writtenDay(day),
    }),
    spamRate: t.exposeFloat('spamRate', rateField('The share of delivered messages that people marked as spam')),
    spfRate: t.exposeFloat('spfRate', rateField('The share of messages that passed SPF')),
    dkimRate: t.exposeFloat('dkimRate', rateField('The share of messages that passed DKIM')),
    dmarcRate: t.exposeFloat('dmarcRate', rateField('The share of messages that passed DMARC')),
    errorRate: t.exposeFloat('errorRate', rateField('The share of messages that Gmail rejected or deferred')),
    errors: t.field({
      type: [DeliveryError],
      description: 'The reasons for the errors, most frequent first.',
      resolve: errorsOf,
    }),
  }),
});

const RequirementRow = builder.objectRef<GmailRequirement>('GmailRequirement').implement({
  description: 'Whether a sending domain meets one of the requirements for senders.',
  fields: (t) => ({
    requirement: t.field({
      type: Requirement.type,
      description: 'The requirement, as Google names it.',
      resolve: ({ requirement }) => Requirement.known(requirement),
    }),
    isMet: t.exposeBoolean('isMet', { description: 'False: Google asks the sender to act.' }),
  }),
});

const GmailDomain = builder.objectRef<GmailDomainDays>('GmailDomain').implement({
  description: "Google's figures about a verified sending domain, and its verdict.",
  fields: (t) => ({
    sendingDomain: t.field({
      type: SendingDomain,
      description: "The team's own domain.",
      resolve: ({ domain }) => domain,
    }),
    problem: t.string({
      nullable: true,
      description: 'Why the statistics of this domain cannot be read. Null without a problem.',
      resolve: ({ answer }) => problemInWords(answer?.problem ?? null),
    }),
    problemCode: t.field({
      type: Problem.type,
      nullable: true,
      description: '`problem` for programs. Null without a problem.',
      resolve: ({ answer }) => Problem.known(answer?.problem ?? null),
    }),
    readAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When Google last answered. Null: not read yet.',
      resolve: ({ answer }) => answer?.readAt ?? null,
    }),
    requirements: t.field({
      type: [RequirementRow],
      description: "Google's requirements for senders. Empty if Google has no verdict.",
      resolve: ({ answer }) => (answer?.requirements ?? []) as unknown as GmailRequirement[],
    }),
    days: t.field({
      type: [GmailDay],
      description: 'The last 90 days, oldest first. Google publishes a day late, and none for days with little e-mail.',
      resolve: ({ days }) => days,
    }),
  }),
});

const GmailPostmaster = builder.objectRef<Connection>('GmailPostmaster').implement({
  description: "The team's connection to Gmail Postmaster Tools. Its secrets are never shown.",
  fields: (t) => ({
    clientId: t.exposeString('clientId', { description: 'The client id of the OAuth client at Google.' }),
    connectedAt: t.expose('connectedAt', { type: 'DateTime', description: 'When the credentials were stored.' }),
    readAt: t.expose('readAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When all domains were last read. Null: never.',
    }),
    nextReadAt: t.expose('nextReadAt', { type: 'DateTime', description: 'When Tidings reads again at the latest.' }),
    problem: t.string({
      nullable: true,
      description: 'Why the last read failed. Null without a problem.',
      resolve: ({ problem }) => problemInWords(problem),
    }),
    problemCode: t.field({
      type: Problem.type,
      nullable: true,
      description: '`problem` for programs. Null without a problem.',
      resolve: ({ problem }) => Problem.known(problem),
    }),
    domains: t.field({
      type: [GmailDomain],
      description: 'The verified sending domains of the team, by name.',
      resolve: (_, __, { scope }) => listGmailDomains(scope),
    }),
  }),
});

const GmailDomainTest = builder.objectRef<Test['domains'][number]>('GmailDomainTest').implement({
  description: 'Whether Google gives access to a sending domain.',
  fields: (t) => ({
    domain: t.string({ resolve: ({ domain }) => domain.domain }),
    problem: t.string({
      nullable: true,
      description: 'Why there is no access. Null without a problem.',
      resolve: ({ problem }) => problemInWords(problem),
    }),
    problemCode: t.field({
      type: Problem.type,
      nullable: true,
      description: '`problem` for programs. Null without a problem.',
      resolve: ({ problem }) => Problem.known(problem),
    }),
  }),
});

const GmailPostmasterTest = builder.objectRef<Test>('GmailPostmasterTest').implement({
  fields: (t) => ({
    ok: t.boolean({
      description: 'True if Google accepts the credentials. A domain may still have a problem of its own.',
      resolve: ({ problem }) => problem === null,
    }),
    problem: t.string({
      nullable: true,
      description: 'The error. Null without a problem.',
      resolve: ({ problem }) => problemInWords(problem),
    }),
    problemCode: t.field({
      type: Problem.type,
      nullable: true,
      description: '`problem` for programs. Null without a problem.',
      resolve: ({ problem }) => Problem.known(problem),
    }),
    domains: t.field({
      type: [GmailDomainTest],
      description: 'The first 20 verified sending domains. Empty if Google refuses the credentials.',
      resolve: ({ domains }) => domains,
    }),
  }),
});

const Disconnected = builder.objectRef<{ disconnected: boolean }>('DisconnectedGmailPostmaster').implement({
  fields: (t) => ({
    disconnected: t.exposeBoolean('disconnected', { description: 'False: there was no connection.' }),
  }),
});

const ConnectInput = builder.inputType('ConnectGmailPostmasterInput', {
  fields: (t) => ({
    clientId: t.string({ required: true, description: 'The client id of your OAuth client at Google.' }),
    clientSecret: t.string({ required: true, description: 'Stored encrypted and never shown.' }),
    refreshToken: t.string({
      required: true,
      description: 'With the scope postmaster.traffic.readonly. Stored encrypted and never shown.',
    }),
  }),
});

builder.queryField('gmailPostmaster', (t) =>
  t.field({
    type: GmailPostmaster,
    nullable: true,
    description:
      "The connection to Gmail Postmaster Tools, with Google's figures about the team's sending domains. Null: not connected.",
    resolve: (_, __, { scope }) => readGmailConnection(scope),
  }),
);

builder.mutationFields((t) => ({
  connectGmailPostmaster: t.field({
    ...requires('manageMembers'),
    type: GmailPostmaster,
    description: 'Stores credentials for Gmail Postmaster Tools, and reads the statistics once a day from now on.',
    args: { input: t.arg({ type: ConnectInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => connectGmail(scope, installation, input),
  }),
  testGmailPostmaster: t.field({
    type: GmailPostmasterTest,
    description: 'Asks Google whether the credentials and the sending domains work, and reads the statistics again.',
    resolve: (_, __, { scope, installation }) => testGmail(scope, installation),
  }),
  disconnectGmailPostmaster: t.field({
    ...requires('manageMembers'),
    type: Disconnected,
    description: "Deletes the credentials and Google's statistics.",
    resolve: (_, __, { scope }) => disconnectGmail(scope),
  }),
}));
