import { resolve } from 'node:path';
import { z } from 'zod';
import { databaseUrlProblem } from './database/database-url.ts';
import { areDnsServers } from './network/dns.ts';
import { isMailUrl, mailUrlProblem } from './network/mail-url-problem.ts';
import { isHostOrNetwork, isNetwork } from './network/networks.ts';
import { parseUrl } from './network/parse-url.ts';
import { SPAM_FILTER_URL } from './network/spam/ask-spam-filter.ts';
import { type BackupSettings, backupOf, backupVariables } from './validation/backup-settings.ts';
import { addressesAndDomains, normaliseDomain, normaliseEmail } from './validation/email.ts';
import { KEPT_DAYS, type Kept, readKept } from './validation/kept-days.ts';
import { type OidcSettings, oidcOf, oidcProblem, oidcVariables } from './validation/oidc-settings.ts';
import {
  logLevel,
  port,
  processCount,
  seconds,
  secret,
  secrets,
  separated,
  switchable,
  token,
  wholeNumber,
  wholeOrOff,
} from './validation/settings.ts';

/** The configuration cannot work. The process prints the message as one line and exits with 1. */
export class SetupError extends Error {}

const isOrigin = (text: string): boolean => /^https?:[^*]+$/.test(text) && parseUrl(text)?.origin === text;

const variables = z.object({
  PORT: port().default(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  DATABASE_URL: z
    .string()
    .superRefine((url, context) => {
      const problem = databaseUrlProblem(url);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .optional(),
  DATA_DIR: z.string().optional(),
  MAIL_URL: z
    .string()
    .refine(isMailUrl, { error: ({ input }) => mailUrlProblem(String(input)) })
    .optional(),
  SPAM_FILTER_URL: z
    .string()
    .refine(
      (value) => SPAM_FILTER_URL.test(value) && parseUrl(value) !== undefined,
      'must be http://host:11333 for rspamd, or spamd://host:783 for SpamAssassin',
    )
    .optional(),
  MEDIA_URL: z.string().optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => normaliseEmail(value) !== undefined, 'must be an e-mail address')
    .optional(),
  BOOTSTRAP_TOKEN: token().max(200, 'must have at most 200 characters').optional(),
  APP_SECRET: secret().optional(),
  APP_SECRET_OLD: secrets().optional(),
  ...oidcVariables,
  DNS_SERVERS: separated(
    areDnsServers,
    'must be addresses of servers separated by commas, such as 9.9.9.9,[2620:fe::fe]:53',
  ).default([]),
  FEEDBACK_DOMAIN: z
    .string()
    .transform((value) => normaliseDomain(value) ?? '')
    .refine((value) => value !== '', 'must be a domain, such as bounces.shop.example')
    .optional(),
  FEEDBACK_SMTP_PORT: port().optional(),
  FEEDBACK_SMTP_HOST: z.string().default('0.0.0.0'),
  FEEDBACK_LOOPS: addressesAndDomains().default([]),
  GOOGLE_API_ORIGIN: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  SNS_ORIGIN: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  METRICS_TOKEN: token().optional(),
  METRICS_PORT: port().optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  HEALTH_PORT: port().optional(),
  HEALTH_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: logLevel.default('info'),
  REQUEST_LOG: switchable.default(false),
  MAIL_RETRY_SECONDS: seconds.optional(),
  BULK_RETRY_SECONDS: seconds.optional(),
  PROCESSES: processCount(),
  DATABASE_POOL: wholeNumber(2, 200).default(10),
  MAX_CONCURRENT_REQUESTS: wholeNumber(1, 1_000_000).default(500),
  RATE_LIMIT_PER_MINUTE: wholeOrOff(1_000_000_000).default(600),
  MAX_SUBSCRIPTIONS: wholeOrOff(1_000_000).default(200),
  MAX_TEAM_SUBSCRIPTIONS: wholeOrOff(1_000_000).default(1_000),
  LIVE_VALUES_PER_MINUTE: wholeOrOff(1_000_000_000_000).default(1_000_000),
  FORM_LIMIT_PER_MINUTE: wholeOrOff(1_000_000_000).default(30),
  MEDIA_LIMIT_MB: wholeOrOff(100_000_000).default(2_000),
  BODY_TIMEOUT_SECONDS: wholeNumber(1, 3_600).default(60),
  ANSWER_TIMEOUT_SECONDS: wholeNumber(1, 3_600).default(30),
  DRAIN_SECONDS: wholeNumber(0, 3).default(0),
  CORS_ORIGINS: separated(
    (origins) => origins.every(isOrigin) || origins.join() === '*',
    'must be *, or origins separated by commas, such as https://app.shop.example,http://localhost:5173',
  ).default([]),
  TRUSTED_PROXIES: separated(
    (networks) => networks.every(isNetwork),
    'must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8',
  ).default([]),
  OUTBOUND_ALLOW: separated(
    (hosts) => hosts.every((host) => isHostOrNetwork(host.toLowerCase())),
    'must be hosts, addresses or networks separated by commas, such as feeds.internal,10.1.0.0/16',
  ).default([]),
  TRANSPORT_PRIVATE_HOSTS: switchable.default(false),
  ...backupVariables,
  ...KEPT_DAYS,
  AUDIT_LOG_DAYS: wholeNumber(1, 36_500).default(180),
  SESSION_IDLE_DAYS: wholeNumber(1, 30).default(14),
  GRAPHQL_PLAYGROUND: switchable.default(true),
  GRAPHQL_INTROSPECTION: switchable.default(true),
  TRUSTED_DOCUMENTS: z.enum(['only', 'off'], 'must be only or off').default('off'),
});

/** 30 s, 1, 5, 15 and 30 min, then hourly until 24 h have passed. */
const MAIL_RETRY_SECONDS = [30, 60, 300, 900, 1800, ...Array.from({ length: 23 }, () => 3600)];

/** 5, 15 and 30 min, 1 and 2 h, then every 4 hours for 4 days: first for greylisting, later for full mailboxes. */
const BULK_RETRY_SECONDS = [300, 900, 1800, 3600, 7200, ...Array.from({ length: 23 }, () => 14_400)];

export interface Config {
  port: number;
  host: string;
  /** Base URL of the links in e-mails. */
  publicUrl: string;
  /** Base URL of the links in responses. Absent: the URL that the client called. */
  linkBase?: string;
  /** How many processes `npm start` runs on one port. */
  processes: number;
  databaseUrl?: string;
  /** The installation's folder. Absent: `.data` in the checkout, or /var/lib as root (see database/home.ts). */
  dataDir?: string;
  mailUrl?: string;
  /** The spam filter that rates campaigns before they leave. Absent: none. */
  spamFilterUrl?: string;
  /** The bucket for media (see storage/media-url.ts). Absent: a folder under `dataDir`. */
  mediaUrl?: string;
  /** The media storage of each team in bytes; 0 for no limit. */
  mediaBytesPerTeam: number;
  /** The sender of account e-mails, such as sign-in links. Absent: `tidings@` and the host of `publicUrl`. */
  mailFrom?: string;
  bootstrapToken?: string;
  /** An OpenID Connect provider for the sign-in of members. */
  oidc?: OidcSettings;
  /** Signs the links in e-mails. Absent: a generated secret (see database/app-secret.ts). */
  appSecret?: string;
  /** Former secrets. They still verify and decrypt what they signed and encrypted. */
  formerSecrets?: readonly string[];
  /** DNS servers for the records of sending domains. Empty: the system's own. */
  dnsServers: readonly string[];
  /** The domain that receives bounces. Absent: bounces go to the sender of each message. */
  feedbackDomain?: string;
  /** The address of the SMTP listener for bounces and complaints. */
  feedbackSmtp?: { port: number; host: string };
  /** Addresses and domains of feedback loops, besides the well-known ones. */
  feedbackLoops: readonly string[];
  /** Origin for SNS certificates and confirmations. Absent: Amazon's own. */
  snsOrigin?: string;
  /** Origin for requests to Google: a proxy. Absent: Google's own. */
  googleApiOrigin?: string;
  /** Gives access to the metrics. Absent: see http/metrics.ts. */
  metricsToken?: string;
  /** A separate port for the metrics. Absent: they are at `port`. */
  metricsPort?: number;
  metricsHost: string;
  /** The port where `work` reports its health. Absent: none. */
  healthPort?: number;
  healthHost: string;
  logLevel: string;
  /** Whether each request is logged: its route, never its path, query or content. */
  requestLog: boolean;
  /** Waits between tries of an urgent message (transactional e-mails, confirmations). */
  mailRetrySeconds: readonly number[];
  /** Waits between tries of a campaign message. */
  bulkRetrySeconds: readonly number[];
  databasePool: number;
  /** How many requests a process handles at a time. */
  maxConcurrentRequests: number;
  /** Requests a token may make per minute; 0 for no limit. */
  rateLimitPerMinute: number;
  /** Live subscriptions, and as many WebSockets, per token or member in a process; 0 for no limit. */
  maxSubscriptions: number;
  /** Like `maxSubscriptions`, but for all tokens and members of a team together. */
  maxTeamSubscriptions: number;
  /** Values in live events per token or member, minute and process; 0 for no limit. */
  liveValuesPerMinute: number;
  /** Form sign-ups per network and minute; 0 for no limit. */
  formLimitPerMinute: number;
  /** Seconds within which the body of a request must arrive. */
  bodySeconds: number;
  /** Seconds after which a client that reads nothing of its response is disconnected. */
  answerSeconds: number;
  /** Seconds during which a stopping process still accepts requests while it reports that it is not ready. */
  drainSeconds: number;
  /** Origins whose scripts may call REST and GraphQL from a browser; `*` for all. */
  corsOrigins: readonly string[];
  /** Addresses and networks of the proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[];
  /** Internal hosts, addresses and networks that requests to teams' addresses may reach. */
  outboundAllow: readonly string[];
  /** Whether a team's transport may be on this machine or in its private network. */
  privateTransports: boolean;
  /** The settings of scheduled backups. */
  backup?: BackupSettings;
  /** How long rows and files are kept. */
  keep: Kept;
  /** How many days the audit log is kept. */
  auditLogDays: number;
  /** Seconds after which an unused session of a member ends. */
  sessionIdleSeconds: number;
  playground: boolean;
  introspection: boolean;
  /** Whether tokens may only execute registered GraphQL documents. */
  trustedDocumentsOnly: boolean;
}

/** Reads the environment. Throws SetupError with one line that names every invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = variables.safeParse(given);
  if (!read.success) {
    throw new SetupError(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '));
  }
  const value = read.data;
  const { FEEDBACK_DOMAIN: feedbackDomain, FEEDBACK_SMTP_PORT: smtpPort, FEEDBACK_SMTP_HOST: smtpHost } = value;
  if (smtpPort !== undefined && !feedbackDomain) {
    throw new SetupError('FEEDBACK_SMTP_PORT needs FEEDBACK_DOMAIN, the domain that receives bounces');
  }
  const problem = oidcProblem(value);
  if (problem) throw new SetupError(problem);
  return {
    ...oidcOf(value),
    ...backupOf(value),
    port: value.PORT,
    host: value.HOST,
    publicUrl: (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ''),
    linkBase: value.PUBLIC_URL?.replace(/\/+$/, ''),
    processes: value.PROCESSES,
    databaseUrl: value.DATABASE_URL,
    dataDir: value.DATA_DIR && resolve(value.DATA_DIR),
    mailUrl: value.MAIL_URL,
    spamFilterUrl: value.SPAM_FILTER_URL,
    mediaUrl: value.MEDIA_URL,
    mediaBytesPerTeam: value.MEDIA_LIMIT_MB * 1024 * 1024,
    ...(value.MAIL_FROM && { mailFrom: normaliseEmail(value.MAIL_FROM) as string }),
    bootstrapToken: value.BOOTSTRAP_TOKEN,
    appSecret: value.APP_SECRET,
    ...(value.APP_SECRET_OLD && { formerSecrets: value.APP_SECRET_OLD }),
    dnsServers: value.DNS_SERVERS,
    feedbackDomain,
    feedbackLoops: value.FEEDBACK_LOOPS,
    ...(smtpPort !== undefined && { feedbackSmtp: { port: smtpPort, host: smtpHost } }),
    ...(value.GOOGLE_API_ORIGIN && { googleApiOrigin: new URL(value.GOOGLE_API_ORIGIN).origin }),
    ...(value.SNS_ORIGIN && { snsOrigin: new URL(value.SNS_ORIGIN).origin }),
    metricsToken: value.METRICS_TOKEN,
    metricsPort: value.METRICS_PORT,
    metricsHost: value.METRICS_HOST,
    healthPort: value.HEALTH_PORT,
    healthHost: value.HEALTH_HOST,
    logLevel: value.LOG_LEVEL,
    requestLog: value.REQUEST_LOG,
    mailRetrySeconds: value.MAIL_RETRY_SECONDS ?? MAIL_RETRY_SECONDS,
    bulkRetrySeconds: value.BULK_RETRY_SECONDS ?? BULK_RETRY_SECONDS,
    databasePool: value.DATABASE_POOL,
    maxConcurrentRequests: value.MAX_CONCURRENT_REQUESTS,
    rateLimitPerMinute: value.RATE_LIMIT_PER_MINUTE,
    maxSubscriptions: value.MAX_SUBSCRIPTIONS,
    maxTeamSubscriptions: value.MAX_TEAM_SUBSCRIPTIONS,
    liveValuesPerMinute: value.LIVE_VALUES_PER_MINUTE,
    formLimitPerMinute: value.FORM_LIMIT_PER_MINUTE,
    bodySeconds: value.BODY_TIMEOUT_SECONDS,
    answerSeconds: value.ANSWER_TIMEOUT_SECONDS,
    drainSeconds: value.DRAIN_SECONDS,
    corsOrigins: value.CORS_ORIGINS,
    trustedProxies: value.TRUSTED_PROXIES,
    outboundAllow: value.OUTBOUND_ALLOW.map((host) => host.toLowerCase()),
    privateTransports: value.TRANSPORT_PRIVATE_HOSTS,
    keep: readKept(value),
    auditLogDays: value.AUDIT_LOG_DAYS,
    sessionIdleSeconds: value.SESSION_IDLE_DAYS * 86_400,
    playground: value.GRAPHQL_PLAYGROUND,
    introspection: value.GRAPHQL_INTROSPECTION,
    trustedDocumentsOnly: value.TRUSTED_DOCUMENTS === 'only',
  };
}
