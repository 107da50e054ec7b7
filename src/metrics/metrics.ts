import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The counts of this process. Each process has its own. */
export const counted = new Registry();
const registers = [counted];

export const httpRequests = new Histogram({
  name: 'tidings_http_request_duration_seconds',
  help: 'Time until an HTTP response was written, without live streams.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const messages = new Counter({
  name: 'tidings_messages_total',
  help: 'Results of attempts to send messages.',
  labelNames: ['kind', 'outcome', 'transport', 'reason'],
  registers,
});

export const events = new Counter({
  name: 'tidings_events_total',
  help: 'Events sent by clients.',
  labelNames: ['outcome'],
  registers,
});

export const feedback = new Counter({
  name: 'tidings_feedback_total',
  help: 'Recorded bounces, complaints and unsubscribes at providers.',
  labelNames: ['kind'],
  registers,
});

export const unprovenComplaints = new Counter({
  name: 'tidings_unproven_complaints_total',
  help: 'Complaints by e-mail that were ignored for lack of proof.',
  registers,
});

export const domainReports = new Counter({
  name: 'tidings_domain_reports_total',
  help: 'DMARC and TLS reports about sending domains received by e-mail.',
  labelNames: ['kind', 'outcome'],
  registers,
});

export const refusals = new Counter({
  name: 'tidings_refusals_total',
  help: 'Messages refused because of the sender: blocked, unauthenticated, against a policy, too many.',
  labelNames: ['cause'],
  registers,
});

export const jobs = new Histogram({
  name: 'tidings_job_duration_seconds',
  help: 'Duration of background jobs.',
  labelNames: ['task', 'outcome'],
  buckets: [0.01, 0.1, 1, 10, 60, 600],
  registers,
});

export const webhookAttempts = new Histogram({
  name: 'tidings_webhook_attempt_duration_seconds',
  help: 'Duration of webhook delivery attempts, by result.',
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
  help: 'Live streams closed because clients read them too slowly.',
  registers,
});

export const refusedStreams = new Counter({
  name: 'tidings_live_streams_refused_total',
  help: 'Subscriptions and WebSockets refused because a token, a member, a team or a network had too many.',
  labelNames: ['limit'],
  registers,
});

export const liveEventsWaiting = new Gauge({
  name: 'tidings_live_events_waiting',
  help: 'Subscription events waiting to be sent.',
  registers,
});

/** For metrics of the whole installation, which every process reads from the database and reports alike. */
export const createGauge = (registry: Registry, name: string, help: string, ...labelNames: string[]): Gauge =>
  new Gauge({ name: `tidings_${name}`, help, labelNames, registers: [registry] });
