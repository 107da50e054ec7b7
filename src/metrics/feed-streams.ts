import { Gauge } from 'prom-client';
import { counted } from './metrics.ts';

interface FeedStream {
  /** For how many milliseconds the reader has not taken the next changes; 0 if there are none. */
  readonly behind: number;
}

/** The open streams of feeds in this process. */
export const feedStreams = new Set<FeedStream>();

new Gauge({
  name: 'tidings_feed_streams',
  help: 'Open streams of the feed.',
  registers: [counted],
  collect() {
    this.set(feedStreams.size);
  },
});

new Gauge({
  name: 'tidings_feed_behind_seconds',
  help: 'For how long the slowest reader of a feed stream has not taken the next changes.',
  registers: [counted],
  aggregator: 'max',
  collect() {
    this.set(Math.max(0, ...[...feedStreams].map(({ behind }) => behind)) / 1000);
  },
});
