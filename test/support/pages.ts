import type { LinkPurpose } from '../../src/crypto/links.ts';
import type { TestApp } from './app.ts';

export interface Shown {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  /** The title of the page. Null when it is not a page. */
  title: string | null;
}

export const FORM = 'application/x-www-form-urlencoded';

/** Opens a URL of ours as the recipient of an e-mail does: without a token. A `body` is a form by default. */
export async function visit(
  api: TestApp,
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS',
  url: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Shown> {
  const base = api.installation.config.publicUrl; // with the part that a proxy removes
  const path = url.startsWith(base) ? url.slice(base.length) : url;
  const answer = await api.app.inject({
    method,
    url: path,
    headers: { ...(body !== undefined && { 'content-type': FORM }), ...headers },
    ...(body !== undefined && { payload: body }),
  });
  const title = /<h1>(.*?)<\/h1>/.exec(answer.payload)?.[1] ?? null;
  return { status: answer.statusCode, headers: answer.headers as Shown['headers'], text: answer.payload, title };
}

/** The link of a subscriber of the first team. */
export const linkOf = (api: TestApp, purpose: LinkPurpose, id: string): string =>
  api.installation.links.url(purpose, { teamId: api.teamId, id });

/** All rows that the pages could change, as one text. */
export async function readAllRows(api: TestApp): Promise<string> {
  const [row] = await api.db.$queryRaw<{ all: string }[]>`
    select concat((select string_agg(s::text, E'\n' order by id) from subscribers s),
                  (select string_agg(m::text, E'\n' order by id) from messages m),
                  (select string_agg(l::text, E'\n' order by id) from lists l)) as all`;
  return row!.all;
}
