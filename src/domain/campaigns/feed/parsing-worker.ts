import { parentPort } from 'node:worker_threads';
import { READY } from '../../../threads/ready.ts';
import type { ReadFeed } from './feed.ts';
import { parseFeed } from './parse-feed.ts';

export interface Job {
  text: string;
  /** Where it came from. */
  address: string;
}

/** Null: it is no feed. */
export type Answer = ReadFeed | null;

function answer({ text, address }: Job): Answer {
  try {
    return parseFeed(text, address);
  } catch {
    return null;
  }
}

parentPort?.on('message', (job: Job) => parentPort?.postMessage(answer(job)));
parentPort?.postMessage(READY);
