import { answerJobs } from '../../../threads/answer-jobs.ts';
import type { ReadFeed } from './feed.ts';
import { type Page, readPage } from './linked-feed.ts';
import { NoFeed, parseFeed } from './parse-feed.ts';

export interface Job {
  text: string;
  /** The address it came from. */
  address: string;
}

/** A feed, or a page that may link to one. Neither if both are absent. */
export interface Answer {
  feed?: ReadFeed | undefined;
  page?: Page | undefined;
}

answerJobs(({ text, address }: Job): Answer => {
  try {
    return { feed: parseFeed(text, address) };
  } catch (error) {
    return error instanceof NoFeed ? { page: readPage(text, address) } : {};
  }
});
