import { type JsonFeed, parseJsonFeed } from 'feedsmith';
import { escaped } from '../../../validation/html.ts';
import { type Entries, type Entry, pictureAmong } from './entries.ts';

/** Whether a text looks like JSON. */
export const isJson = (text: string): boolean => text.startsWith('{');

/** JSON.parse would round such numbers and make neighbouring entries one. */
const LONG_ID = /("id"\s*:\s*)(-?\d{16,})(?=\s*[,}])/g;

/**
 * The entries of a JSON Feed (https://jsonfeed.org/version/1.1, and 1.0), in its order. Accepts numbers as ids. Throws if
 * the text is not a feed.
 */
export function jsonEntriesOf(text: string): Entries {
  const feed = parseJsonFeed(text.replace(LONG_ID, '$1"$2"'));
  const author = nameOf(feed.authors);
  return {
    title: escaped(feed.title ?? ''),
    link: feed.home_page_url ?? '',
    entries: (feed.items ?? []).map((item) => entryOf(item, author)),
  };
}

/** `author`: the feed's, for items without one. */
function entryOf(item: JsonFeed.Item<string>, author: string): Entry {
  const { id = '' } = item;
  return {
    id,
    title: item.title ?? '',
    isPlainTitle: true,
    link: item.url ?? item.external_url ?? (/^https?:\/\//i.test(id) ? id : ''),
    page: item.url ?? '', // an external address belongs to another site
    summary: escaped(item.summary ?? ''),
    content: item.content_html ?? paragraphs(item.content_text ?? ''),
    author: nameOf(item.authors) || author,
    published: item.date_published ?? item.date_modified ?? '',
    image: item.image ?? item.banner_image ?? pictureAmong(item.attachments?.map(mediumOf)) ?? '',
    categories: item.tags ?? [],
  };
}

const nameOf = (authors: JsonFeed.Author[] = []): string => authors.find(({ name }) => name)?.name ?? '';

const mediumOf = ({ url = '', mime_type = '' }: JsonFeed.Attachment) => ({ url, type: mime_type });

/** A text as HTML: blank lines end paragraphs, other line breaks stay. */
const paragraphs = (text: string): string =>
  text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escaped(part.trim()).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
