import { join } from 'node:path';
import { ConcurrencyLimit } from './async/concurrency-limit.ts';
import type { Config } from './config.ts';
import { FormTokens } from './crypto/form-tokens.ts';
import { Links } from './crypto/links.ts';
import { ProofOfWork } from './crypto/proof-of-work.ts';
import { ReturnPaths } from './crypto/return-paths.ts';
import { UnsubscribeAddresses } from './crypto/unsubscribe-addresses.ts';
import { Vault } from './crypto/vault.ts';
import { followClock } from './database/clock.ts';
import { type Connection, connect, type Database, narrowed } from './database/connect.ts';
import { dataHome } from './database/home.ts';
import { appSecrets } from './database/known-secret.ts';
import { readLayout } from './database/layout.ts';
import { createLiveConversions } from './domain/audience/field-conversions.ts';
import { createLiveSubscribers } from './domain/audience/live-subscribers.ts';
import { createLiveAutomations } from './domain/automations/live-automations.ts';
import { createLiveBulkUpdates } from './domain/bulk/live-bulk-updates.ts';
import { createLiveCampaigns } from './domain/campaigns/live-campaigns.ts';
import { createLiveImports } from './domain/imports/live-imports.ts';
import { createLiveEvents } from './domain/insight/live-events.ts';
import { createLiveChanges } from './domain/live-changes.ts';
import type { MediaStore } from './domain/media/media-store.ts';
import { AccessControl } from './domain/platform/access.ts';
import { KnownDocuments } from './domain/platform/documents/known-documents.ts';
import { Idempotency } from './domain/platform/idempotency.ts';
import { NetworkLimit } from './domain/platform/network-limit.ts';
import { RateLimiter } from './domain/platform/rate-limit.ts';
import { RequestLog } from './domain/platform/request-log/request-log.ts';
import { createLiveMailChanges } from './domain/sending/live-mail-changes.ts';
import { createLiveMails } from './domain/sending/live-mails.ts';
import { LiveOutbox } from './domain/sending/outbox/live-outbox.ts';
import { createLiveWebhookDeliveries } from './domain/webhooks/live-deliveries.ts';
import { LiveFeed } from './domain/webhooks/live-feed.ts';
import { CallerLimits, ConnectionLimit } from './live/caller-limits.ts';
import { EventBudget } from './live/event-budget.ts';
import { EventTurns } from './live/event-turns.ts';
import { PubSub } from './live/pubsub.ts';
import type { Log } from './log.ts';
import { createDns, type Dns } from './network/dns.ts';
import { hostOf } from './network/networks.ts';
import { Outbound } from './outbound/outbound.ts';
import { openStorage } from './storage/open-storage.ts';
import { OutboxFolder } from './storage/outbox-folder.ts';

/** The live streams of a process, by name. */
type LiveStreams = ReturnType<typeof openLiveStreams>;

/** The connections and services of one process, shared by all its requests. */
export interface Installation extends LiveStreams {
  config: Config;
  log: Log;
  connection: Connection;
  pubsub: PubSub;
  access: AccessControl;
  rateLimiter: RateLimiter;
  /** Counts a GraphQL call without a token, by address. Returns how many seconds to wait if the limit is reached. */
  takeAnonymousCall(address: string): Promise<number | undefined>;
  idempotency: Idempotency;
  /** The log of each team's calls with tokens. */
  requestLog: RequestLog;
  /** The GraphQL documents that the operator registered. */
  documents: KnownDocuments;
  /** Counts the REST and GraphQL requests that this process is handling. */
  requestLimit: ConcurrencyLimit;
  /** Counts the live subscriptions of each caller in this process. */
  streamLimits: CallerLimits;
  /** Counts the WebSockets of each caller in this process. */
  socketLimits: CallerLimits;
  /** Counts the WebSockets of each network in this process that have not authenticated yet. */
  unknownSockets: ConnectionLimit;
  /** Executes the events of subscriptions a few at a time. */
  eventTurns: EventTurns;
  /** The database for the execution of those events. */
  eventsDb(): Database;
  links: Links;
  formTokens: FormTokens;
  proofOfWork: ProofOfWork;
  /** Present when FEEDBACK_DOMAIN is set. */
  returnPaths?: ReturnPaths;
  /** Present when FEEDBACK_DOMAIN is set. */
  unsubscribeAddresses?: UnsubscribeAddresses;
  vault: Vault;
  dns: Dns;
  /** Sends requests to addresses given by teams. */
  outbound: Outbound;
  /** The storage of teams' pictures. */
  media: MediaStore;
  /** Where messages are kept while there is no mail server. It may have older messages when MAIL_URL is set. */
  outboxFolder: OutboxFolder;
  /** Collects messages instead of sending them. Absent when MAIL_URL is set. */
  outbox?: { folder: OutboxFolder; live: LiveOutbox };
  /** Ends every live stream. Called when the process stops. */
  endStreams(): void;
  close(): Promise<void>;
}

/** Per address, across all processes. */
const ANONYMOUS_CALLS_PER_MINUTE = 60;

/** Opens every live stream. They end together. */
const openLiveStreams = (db: Database, pubsub: PubSub, log: Log) => ({
  liveMails: createLiveMails(db, pubsub, log),
  liveMailChanges: createLiveMailChanges(db, pubsub, log),
  liveImports: createLiveImports(db, pubsub, log),
  liveBulkUpdates: createLiveBulkUpdates(db, pubsub, log),
  liveConversions: createLiveConversions(db, pubsub, log),
  liveCampaigns: createLiveCampaigns(db, pubsub, log),
  liveAutomations: createLiveAutomations(db, pubsub, log),
  liveSubscribers: createLiveSubscribers(db, pubsub, log),
  liveEvents: createLiveEvents(db, pubsub, log),
  liveChanges: createLiveChanges(pubsub, log),
  liveWebhookDeliveries: createLiveWebhookDeliveries(db, pubsub, log),
  liveFeed: new LiveFeed(pubsub),
});

/** Connects to a migrated database. */
export async function openInstallation(config: Config, url: string, log: Log): Promise<Installation> {
  const connection = connect(url, config.databasePool, log);
  await readLayout(connection.db, url);
  const stopClock = await followClock(connection.db, url);
  const secrets = await appSecrets(config, connection.db).catch(async (error) => {
    stopClock();
    await connection.close();
    throw error;
  });
  const links = new Links(secrets, config.publicUrl);
  const pubsub = new PubSub(url, log);
  await pubsub.open();
  const live = openLiveStreams(connection.db, pubsub, log);
  const rateLimiter = new RateLimiter(connection.db, config.rateLimitPerMinute);
  const anonymousCalls = new NetworkLimit(connection.db, {
    kind: 'graphql',
    max: Math.min(config.rateLimitPerMinute, ANONYMOUS_CALLS_PER_MINUTE),
  });
  const idempotency = new Idempotency(connection.db, log);
  const requestLog = new RequestLog(connection.db, log);
  const outbound = new Outbound(config.outboundAllow);
  const storage = openStorage(config);
  const folder = new OutboxFolder(() => join(dataHome(config), 'outbox'));
  const outbox = config.mailUrl ? undefined : { folder, live: new LiveOutbox(connection.db, folder, log) };
  return {
    config,
    log,
    connection,
    pubsub,
    access: new AccessControl(connection.db, pubsub, config.sessionIdleSeconds),
    rateLimiter,
    takeAnonymousCall: (address) => anonymousCalls.take(hostOf(address)),
    idempotency,
    requestLog,
    documents: new KnownDocuments(connection.db, pubsub),
    requestLimit: new ConcurrencyLimit(config.maxConcurrentRequests),
    ...liveLimitsOf(config, connection.db),
    links,
    formTokens: new FormTokens(secrets),
    proofOfWork: new ProofOfWork(secrets),
    ...(config.feedbackDomain && {
      returnPaths: new ReturnPaths(secrets, config.feedbackDomain),
      unsubscribeAddresses: new UnsubscribeAddresses(secrets, config.feedbackDomain),
    }),
    vault: new Vault(secrets),
    dns: createDns(config.dnsServers),
    outbound,
    media: { storage, db: connection.db, publicUrl: config.publicUrl, bytesPerTeam: config.mediaBytesPerTeam },
    outboxFolder: folder,
    ...(outbox && { outbox }),
    ...live,
    endStreams: () => {
      for (const stream of Object.values(live)) stream.close();
      outbox?.live.close();
    },
    close: async () => {
      stopClock();
      rateLimiter.close();
      idempotency.close();
      storage.close();
      await outbound.close();
      await requestLog.close();
      await pubsub.close();
      await connection.close();
    },
  };
}

/** Per network. They must authenticate within three seconds. */
const UNKNOWN_SOCKETS = 100;

/** The share of the connections that subscription events may use, so that other calls find one. */
const EVENTS_PART = 5;

type LiveParts = 'streamLimits' | 'socketLimits' | 'unknownSockets' | 'eventTurns' | 'eventsDb';

function liveLimitsOf(config: Config, db: Database): Pick<Installation, LiveParts> {
  const limits = { perCaller: config.maxSubscriptions, perTeam: config.maxTeamSubscriptions };
  const atOnce = Math.max(1, Math.floor(config.databasePool / EVENTS_PART));
  let eventsDb: Database | undefined;
  return {
    streamLimits: new CallerLimits(limits, 'live subscriptions'),
    socketLimits: new CallerLimits(limits, 'WebSockets'),
    unknownSockets: new ConnectionLimit(UNKNOWN_SOCKETS),
    eventTurns: new EventTurns(atOnce, new EventBudget(config.liveValuesPerMinute)),
    eventsDb: () => {
      eventsDb ??= narrowed(db, atOnce);
      return eventsDb;
    },
  };
}
