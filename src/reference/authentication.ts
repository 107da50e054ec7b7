import { type Html, html } from '../validation/html.ts';
import type { Reference } from './reference.ts';
import { quoted } from './rest-pages/curl.ts';

const QUERY = '{ lists(first: 5) { totalCount nodes { id name subscribedCount } } }';

/** How to authenticate, and one call of each API that works when pasted into a shell. */
export function startHere({ addresses, hasPlayground, openApi }: Reference): Html {
  const { publicUrl, file } = addresses;
  const graphql = [
    `curl "${publicUrl}/graphql"`,
    '-H "Authorization: Bearer $TOKEN"',
    '-H "Content-Type: application/json"',
    `-d ${quoted(JSON.stringify({ query: QUERY }))}`,
  ].join(' \\\n  ');
  return html`<p>Tidings has two APIs with the same data and rules: REST below <code>${openApi.servers[0].url}</code>, and GraphQL at
<code>${publicUrl}/graphql</code>. GraphQL subscriptions are live streams.</p>
<h2 id="authentication">Authentication</h2>
<p>Each request carries a token of your team. Create one in the dashboard under ${file('/settings/tokens', 'Settings, API tokens')},
or on the server:</p>
<pre>npm run --silent token -- create --name Shop --ability write</pre>
<p>Set it in your shell for the examples of this reference:</p>
<pre>TOKEN=tidings_…</pre>
<h2 id="first-calls">First calls</h2>
<p>Read the lists of your team in REST:</p>
<pre>curl "${openApi.servers[0].url}/lists?per_page=5" \\
  -H "Authorization: Bearer $TOKEN"</pre>
<p>And in GraphQL:</p>
<pre>${graphql}</pre>
<p>For tools: ${file('/openapi.json', 'OpenAPI document')}, ${file('/schema.graphql', 'GraphQL schema')}, ${file('/llms.txt', 'summary for language models')}${
    hasPlayground ? html`, ${file('/playground', 'GraphQL playground')}` : html``
  }.</p>`;
}
