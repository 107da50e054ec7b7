import type { Archive } from '../domain/campaigns/archive/archive.ts';
import { Html, html } from '../validation/html.ts';

/** A sent campaign as an entry of the feed. */
export interface Issue {
  id: string;
  subject: string;
  url: string;
  endedAt: Date;
}

/** An Atom feed (RFC 4287) of an archive, newest first. `url`: the URL of the archive. */
export function atomFeed(
  { listId, listName, locale, teamName, createdAt }: Archive,
  url: string,
  issues: Issue[],
): string {
  const updated = issues[0]?.endedAt ?? createdAt;
  const entries = issues.map(
    ({ id, subject, url, endedAt }) => html`<entry>
<id>urn:uuid:${id}</id>
<title>${plain(subject)}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${endedAt.toISOString()}</published>
<updated>${endedAt.toISOString()}</updated>
</entry>
`,
  );
  const { text } = html`${new Html('<?xml version="1.0" encoding="utf-8"?>')}
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">
<id>urn:uuid:${listId}</id>
<title>${plain(listName)}</title>
<link rel="self" type="application/atom+xml" href="${url}/feed"/>
<link rel="alternate" type="text/html" href="${url}"/>
<updated>${updated.toISOString()}</updated>
<author><name>${plain(teamName)}</name></author>
${entries}</feed>
`;
  return text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const plain = (text: string): string => text.toWellFormed().replace(UNWRITABLE, ' ');
