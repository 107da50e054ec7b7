import { labelOf } from '../rest/openapi/tags.ts';
import { type Html, html } from '../validation/html.ts';

/** The addresses of the pages, for an installation below the path of its public URL. */
export interface Addresses {
  /** The public URL, without a slash at the end. */
  publicUrl: string;
  /** The path of the index. */
  top: string;
  script: string;
  /** A link to a file or page of the installation. */
  file(path: string, text: string): Html;
  index(): Html;
  /** A link to a part of the index, by its id. */
  part(id: string, text: string | Html): Html;
  tag(name: string): Html;
  operation(tag: string, id: string, text: string | Html): Html;
  webhook(id: string, text: string): Html;
  type(name: string): Html;
  /** A link to a field, argument or value of a type. */
  member(type: string, anchor: string, text: string): Html;
}

/** The addresses below the public URL of an installation. */
export function addressesOf(publicUrl: string): Addresses {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const top = `${base}/reference`;
  const link = (address: string, text: string | Html) => html`<a href="${address}">${text}</a>`;
  return {
    publicUrl,
    top,
    script: `${top}/filter.js`,
    file: (path, text) => link(`${base}${path}`, text),
    index: () => link(top, 'API reference'),
    part: (id, text) => link(`${top}#${id}`, text),
    tag: (name) => link(`${top}/rest/${name}`, labelOf(name)),
    operation: (tag, id, text) => link(`${top}/rest/${tag}#${id}`, text),
    webhook: (id, text) => link(`${top}/webhooks#${id}`, text),
    type: (name) => link(`${top}/graphql/${name}`, name),
    member: (type, anchor, text) => link(`${top}/graphql/${type}#${anchor}`, text),
  };
}
