import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { readConfig, SetupError } from '../config.ts';
import { databaseHome, dataHome } from '../database/home.ts';
import { startDelivery } from '../delivery/start-delivery.ts';
import { createTransport } from '../delivery/transports/create.ts';
import { startNotifications } from '../delivery/webhooks/start-notifications.ts';
import { startWebhooks } from '../delivery/webhooks/start-webhooks.ts';
import { setUpOlderTeams, setUpTeam } from '../domain/automations/ready-made/set-up-team.ts';
import { closeFeeds } from '../domain/campaigns/feed/parsing.ts';
import { closeCounting } from '../domain/campaigns/recurrence/counting.ts';
import { closeCompiling } from '../domain/content/compiling/compiler.ts';
import { closeRendering } from '../domain/content/rendering/pool.ts';
import { invitationUrl } from '../domain/members/account-emails.ts';
import { inviteFirstOwner } from '../domain/members/invitation-links.ts';
import { hasDocuments } from '../domain/platform/documents/registered-documents.ts';
import { bootstrap, findTeam } from '../domain/platform/teams.ts';
import type { FeedbackListener } from '../feedback/listen.ts';
import { announceStop } from '../http/drain.ts';
import { startHealthServer } from '../http/health.ts';
import { startMetricsServer } from '../http/metrics.ts';
import type { SmallServer } from '../http/small-server.ts';
import type { Installation } from '../installation.ts';
import { startScheduledBackups } from '../jobs/scheduled-backups.ts';
import { startJobs } from '../jobs/start.ts';
import { readArguments } from './arguments.ts';
import { SERVING } from './process-group.ts';
import { aborted, type Command, withInstallation } from './run.ts';

/** Runs the HTTP server, and the workers too unless `--no-workers` is given. Ends on SIGTERM or SIGINT. */
export const serve: Command = async (args) => {
  const { has } = readArguments(args, { switches: ['no-workers'] });
  await refuseForeignHost(readConfig(process.env).host); // before a database is created for nothing
  await withInstallation(
    async (installation, config, stop) => {
      const token = await bootstrap(installation.connection.db, {
        secret: config.bootstrapToken,
        setUp: setUpTeam,
      });
      const invitation = token && (await inviteOwner(installation));
      if (stop.aborted) return;
      // Loaded here: `work` does not need it, and setup errors come first.
      const { createApp } = await import('../server.ts');
      const app = await createApp(installation);
      if (isFirst()) await warnOfMissingDocuments(installation);
      const metrics = await listenForMetrics(installation);
      const feedback = await listenForFeedback(installation, config);
      const workers = has('no-workers') ? undefined : await startWorkers(installation, config);
      try {
        await app
          .listen({ port: config.port, host: config.host, backlog: BACKLOG })
          .catch((error: NodeJS.ErrnoException) => {
            throw error.code === 'EADDRINUSE'
              ? new SetupError(`PORT ${config.port} is in use: set PORT to a free one`)
              : error;
          });
        if (isFirst()) console.log(banner(config, config.bootstrapToken ? undefined : token, invitation));
        cluster.worker?.send(SERVING);
        await aborted(stop);
        installation.log.info('stopping');
      } finally {
        await Promise.all([stopServing(app, config.drainSeconds), workers?.stop(), feedback?.stop(), metrics?.stop()]);
        await Promise.all([closeRendering(), closeCompiling(), closeFeeds(), closeCounting()]);
      }
    },
    { quiet: false },
  );
};

/** Whether this is the only process, or the first that `start` has started. */
const isFirst = (): boolean => (cluster.worker?.id ?? 1) === 1;

async function stopServing(app: FastifyInstance, drainSeconds: number): Promise<void> {
  await announceStop(app, drainSeconds);
  setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS).unref();
  await app.close();
}

/** Without registered documents, TRUSTED_DOCUMENTS=only refuses every GraphQL call of a token. */
async function warnOfMissingDocuments({ config, connection, log }: Installation): Promise<void> {
  if (!config.trustedDocumentsOnly || (await hasDocuments(connection.db))) return;
  log.warn(
    'TRUSTED_DOCUMENTS=only, but no documents are registered: tokens cannot use GraphQL. Register the manifest of your client: npm run documents -- FILE.json',
  );
}

/** The invitation link for the first owner. */
async function inviteOwner({ connection: { db }, config }: Installation): Promise<string> {
  const { id } = await findTeam(db);
  return invitationUrl(config.publicUrl, await inviteFirstOwner(db, id));
}

/** Throws SetupError when HOST is not an address of this machine. */
async function refuseForeignHost(host: string): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port: 0, exclusive: true }), 'listening');
  } catch (error) {
    throw new SetupError(`HOST ${host} is not an address of this machine (${(error as NodeJS.ErrnoException).code})`);
  } finally {
    probe.close();
  }
}

/** Runs the workers without the HTTP server. */
export const work: Command = async (args) => {
  readArguments(args, {});
  await withInstallation(
    async (installation, config, stop) => {
      const metrics = await listenForMetrics(installation);
      const feedback = await listenForFeedback(installation, config);
      const health = await listenForHealth(installation, stop);
      const workers = await startWorkers(installation, config);
      console.log('Workers are running.');
      await aborted(stop);
      await Promise.all([workers.stop(), feedback?.stop(), metrics?.stop()]);
      await health?.stop(); // last: it reports that the process is stopping
    },
    { quiet: false },
  );
};

const LAST_ANSWERS_MS = 5_000;

/** New connections that may wait while the process is busy. The kernel may allow fewer; it ignores further ones. */
const BACKLOG = 4_096;

/** Starts the SMTP listener for bounces and complaints when FEEDBACK_SMTP_PORT is set. */
async function listenForFeedback(installation: Installation, config: Config): Promise<FeedbackListener | undefined> {
  const { connection, returnPaths, unsubscribeAddresses, dns, log } = installation;
  if (!config.feedbackSmtp || !returnPaths || !unsubscribeAddresses) return undefined;
  const { startFeedbackListener } = await import('../feedback/listen.ts');
  const loops = config.feedbackLoops;
  return startFeedbackListener(config.feedbackSmtp, {
    connection,
    returnPaths,
    unsubscribeAddresses,
    dns,
    loops,
    log,
  });
}

const listenForMetrics = (installation: Installation): Promise<SmallServer | undefined> =>
  startMetricsServer(installation).catch((error: NodeJS.ErrnoException) => {
    const { metricsHost, metricsPort } = installation.config;
    throw new SetupError(`METRICS_PORT ${metricsPort} on ${metricsHost} cannot be opened (${error.code})`);
  });

const listenForHealth = (installation: Installation, stop: AbortSignal): Promise<SmallServer | undefined> =>
  startHealthServer(installation, stop).catch((error: NodeJS.ErrnoException) => {
    const { healthHost, healthPort } = installation.config;
    throw new SetupError(`HEALTH_PORT ${healthPort} on ${healthHost} cannot be opened (${error.code})`);
  });

async function startWorkers(installation: Installation, config: Config) {
  const { viewsOf } = await import('../rest/open-view.ts');
  const transport = createTransport(config, dataHome(config), installation.outbound);
  const delivery = startDelivery({ ...installation, transport });
  const webhooks = startWebhooks(installation);
  const notifications = startNotifications({ ...installation, open: viewsOf(installation) });
  const jobs = startJobs({ ...installation, transport });
  const { connection, log } = installation;
  const stopBackups = config.backup ? startScheduledBackups(connection.db, config.backup, log) : async () => {};
  const settingUp = setUpOlderTeams(installation.connection.db).catch((error) =>
    installation.log.warn(
      { reason: error.message },
      'cannot create ready-made automations for teams; trying again at the next start',
    ),
  );
  return {
    stop: async () => {
      await Promise.all([
        delivery.stop(),
        notifications.stop(),
        webhooks.stop(),
        jobs.stop(),
        settingUp,
        stopBackups(),
      ]);
      await transport.close();
      await Promise.all([closeRendering(), closeCompiling(), closeFeeds(), closeCounting()]);
    },
  };
}

function banner(config: Config, token: string | undefined, invitation: string | undefined): string {
  const lines = [
    '',
    'Tidings is running.',
    '',
    `  GraphQL and playground   ${config.publicUrl}/graphql`,
    `  REST                     ${config.publicUrl}/api/v1`,
    `  Sign in                  ${config.publicUrl}/sign-in`,
    `  Data                     ${config.databaseUrl ? 'in the database of DATABASE_URL' : databaseHome(dataHome(config))}`,
    `  Mail                     ${config.mailUrl ? 'by SMTP' : `written to ${dataHome(config)}/outbox`}`,
  ];
  if (token) lines.push('', `  Your first token, shown only once: ${token}`);
  if (invitation) lines.push('', `  Sign in as the owner (works once, for seven days): ${invitation}`);
  return [...lines, ''].join('\n');
}
