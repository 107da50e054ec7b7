import type { Config } from './config.ts';
import { appSecret } from './database/app-secret.ts';
import { type Connection, connect } from './database/connect.ts';
import { createDns, type Dns } from './dns.ts';
import { createImportFeed, type ImportFeed } from './domain/audience/import-feed.ts';
import { createSubscriberFeed, type SubscriberFeed } from './domain/audience/subscriber-feed.ts';
import { type CampaignFeed, createCampaignFeed } from './domain/campaigns/campaign-feed.ts';
import { EventStream } from './domain/insight/event-stream.ts';
import { AccessControl } from './domain/platform/access.ts';
import { Idempotency } from './domain/platform/idempotency.ts';
import { RateLimiter } from './domain/platform/rate-limit.ts';
import { createMailFeed, type MailFeed } from './domain/sending/mail-feed.ts';
import { Links } from './links.ts';
import type { Log } from './log.ts';
import { PubSub } from './pubsub.ts';
import { ReturnPaths } from './return-paths.ts';
import { Vault } from './vault.ts';

/** What one process of an installation holds open, and every request uses. */
export interface Installation {
  config: Config;
  log: Log;
  connection: Connection;
  pubsub: PubSub;
  access: AccessControl;
  rateLimiter: RateLimiter;
  idempotency: Idempotency;
  links: Links;
  /** When there is a domain where bounces come to. */
  returnPaths?: ReturnPaths;
  vault: Vault;
  dns: Dns;
  mailFeed: MailFeed;
  importFeed: ImportFeed;
  campaignFeed: CampaignFeed;
  subscriberFeed: SubscriberFeed;
  eventStream: EventStream;
  /** Ends every live stream, as the process stops. */
  endStreams(): void;
  close(): Promise<void>;
}

/** Connects to a migrated database. */
export async function openInstallation(config: Config, url: string, log: Log): Promise<Installation> {
  const connection = connect(url, config.databasePool);
  const secret = await appSecret(config, connection.db);
  const links = new Links(secret, config.publicUrl);
  const pubsub = new PubSub(url, log);
  await pubsub.open();
  const mailFeed = createMailFeed(connection.db, pubsub, log);
  const importFeed = createImportFeed(connection.db, pubsub, log);
  const campaignFeed = createCampaignFeed(connection.db, pubsub, log);
  const subscriberFeed = createSubscriberFeed(connection.db, pubsub, log);
  const eventStream = new EventStream(connection.db, pubsub, log);
  const rateLimiter = new RateLimiter(connection.db, config.rateLimitPerMinute);
  const idempotency = new Idempotency(connection.db, log);
  return {
    config,
    log,
    connection,
    pubsub,
    access: new AccessControl(connection.db, pubsub),
    rateLimiter,
    idempotency,
    links,
    ...(config.feedbackDomain && { returnPaths: new ReturnPaths(secret, config.feedbackDomain) }),
    vault: new Vault(secret),
    dns: createDns(config.dnsServers),
    mailFeed,
    importFeed,
    campaignFeed,
    subscriberFeed,
    eventStream,
    endStreams: () => {
      mailFeed.close();
      importFeed.close();
      campaignFeed.close();
      subscriberFeed.close();
      eventStream.close();
    },
    close: async () => {
      rateLimiter.close();
      idempotency.close();
      await pubsub.close();
      await connection.close();
    },
  };
}
