import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What this process counts. Another process counts its own. */
export const counted = new Registry();
const registers = [counted];

export const httpRequests = new Histogram({
  name: 'tidings_http_request_duration_seconds',
  help: 'Time until the answer to an HTTP request was written. Live streams are left out.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const messages = new Counter({
  name: 'tidings_messages_total',
  help: 'What became of tries to send messages.',
  labelNames: ['kind', 'outcome', 'transport', 'reason'],
  registers,
});

export const events = new Counter({
  name: 'tidings_events_total',
  help: 'Events that clients sent.',
  labelNames: ['outcome'],
  registers,
});

export const feedback = new Counter({
  name: 'tidings_feedback_total',
  help: 'Bounces, complaints and unsubscribes at providers that were recorded.',
  labelNames: ['kind'],
  registers,
});

export const unprovenComplaints = new Counter({
  name: 'tidings_unproven_complaints_total',
  help: 'Complaints by mail that changed nothing, because nothing proved them.',
  registers,
});

export const domainReports = new Counter({
  name: 'tidings_domain_reports_total',
  help: 'DMARC and TLS reports about sending domains that came by mail.',
  labelNames: ['kind', 'outcome'],
  registers,
});

export const refusals = new Counter({
  name: 'tidings_refusals_total',
  help: 'Messages that were refused because of us: blocked, not authenticated, against a policy, too many.',
  labelNames: ['cause'],
  registers,
});

export const jobs = new Histogram({
  name: 'tidings_job_duration_seconds',
  help: 'Time that background jobs took.',
  labelNames: ['task', 'outcome'],
  buckets: [0.01, 0.1, 1, 10, 60, 600],
  registers,
});

export const webhookAttempts = new Histogram({
  name: 'tidings_webhook_attempt_duration_seconds',
  help: 'Time that attempts to deliver to web addresses took, by what came of them.',
  labelNames: ['origin', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15],
  registers,
});

export const streams = new Gauge({
  name: 'tidings_live_streams',
  help: 'Open live streams (GraphQL subscriptions and exports).',
  registers,
});

export const slowStreams = new Counter({
  name: 'tidings_live_streams_too_slow_total',
  help: 'Live streams that were ended because they were read too slowly.',
  registers,
});

export const refusedStreams = new Counter({
  name: 'tidings_live_streams_refused_total',
  help: 'Subscriptions and WebSockets that were refused because a token, a member, a team or a network had too many.',
  labelNames: ['limit'],
  registers,
});

export const liveEventsWaiting = new Gauge({
  name: 'tidings_live_events_waiting',
  help: 'Events of subscriptions that wait for their turn.',
  registers,
});

/** For metrics of the whole installation, which each process reads from the database and reports alike. */
export const createGauge = (registry: Registry, name: string, help: string, ...labelNames: string[]): Gauge =>
  new Gauge({ name: `tidings_${name}`, help, labelNames, registers: [registry] });
