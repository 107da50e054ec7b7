import { hash } from 'node:crypto';
import { dashed } from '../../../ids.ts';
import { type Entries, type Entry, xmlEntriesOf } from './entries.ts';
import type { FeedItem, ReadFeed } from './feed.ts';
import { feedAddress } from './feed-address.ts';
import { isJson, jsonEntriesOf } from './json-entries.ts';
import { firstPicture, oneLineOf, plainText, safeHtml } from './safe-html.ts';

/** Only this many of the newest entries are read in full; others only by their keys. */
const MOST_SHOWN = 100;
const MOST_KEYS = 10_000;
const SUMMARY = 500;
const TITLE = 300;
/** Longer content of an entry is cut: the rest belongs on the site. */
const CONTENT = 20_000;
const CATEGORIES = 20;

/** The text is not RSS, Atom or JSON Feed. */
export class NoFeed extends Error {}

/**
 * Reads an RSS, Atom or JSON Feed. `address` is its own, to make links absolute. Refuses entity declarations before
 * anything is expanded: there is no honest use for them. Throws NoFeed.
 */
export function parseFeed(text: string, address: string): ReadFeed {
  const { title, link, entries } = readEntries(text.trim());
  const site = feedAddress(link, address);
  const ordered = newestFirst(entries.filter((entry) => identityOf(entry)));
  const keyed = [...new Map(ordered.map((entry) => [keyOf(entry), entry])).entries()].slice(0, MOST_KEYS);
  const shown = keyed.slice(0, MOST_SHOWN);
  return {
    title: plainText(title, TITLE),
    link: site,
    items: shown.map(([, entry]) => itemOf(entry, site ?? address)),
    shownKeys: shown.map(([key]) => key),
    keys: keyed.map(([key]) => key),
  };
}

function readEntries(text: string): Entries {
  try {
    if (isJson(text)) return jsonEntriesOf(text);
    if (/<!ENTITY/i.test(text)) throw new NoFeed();
    return xmlEntriesOf(text);
  } catch {
    throw new NoFeed();
  }
}

/** In feed order if some have no date: feeds begin with the newest entry. */
function newestFirst(entries: Entry[]): Entry[] {
  const moments = new Map(entries.map((entry) => [entry, Date.parse(entry.published)]));
  if ([...moments.values()].some(Number.isNaN)) return entries;
  return entries.toSorted((a, b) => moments.get(b)! - moments.get(a)!);
}

/** The identity of an entry. A short message may have only its text. */
const identityOf = ({ id, link, title, content, summary }: Entry): string => id || link || title || content || summary;

const keyOf = (entry: Entry): string => dashed(hash('sha256', identityOf(entry), 'hex').slice(0, 32));

function itemOf(entry: Entry, site: string): FeedItem {
  const link = feedAddress(entry.link, site);
  const base = (entry.page === undefined ? link : feedAddress(entry.page, site)) ?? site;
  const content = entry.content.slice(0, CONTENT);
  const published = Date.parse(entry.published);
  return {
    id: oneLineOf(entry.id || entry.link, TITLE),
    title: entry.isPlainTitle ? oneLineOf(entry.title, TITLE) : plainText(entry.title.slice(0, CONTENT), TITLE),
    link,
    summary: plainText((entry.summary || content).slice(0, CONTENT), SUMMARY),
    content: safeHtml(content || entry.summary.slice(0, CONTENT), base),
    author: oneLineOf(entry.author, TITLE) || null,
    published_at: Number.isNaN(published) ? null : new Date(published).toISOString(),
    image: feedAddress(entry.image, base) ?? firstPicture(content || entry.summary.slice(0, CONTENT), base),
    categories: entry.categories
      .map((one) => oneLineOf(one, TITLE))
      .filter((one) => one !== '')
      .slice(0, CATEGORIES),
  };
}
