import { createHash } from 'node:crypto';
import { Html, html } from '../../validation/html.ts';

/** The playground's first query. */
const WELCOME = `# Tidings. Put your token under "Headers" below:
#   { "Authorization": "Bearer tidings_…" }
# then run this, and look around with the book icon on the left.

query Welcome {
  lists(first: 5) {
    totalCount
    nodes {
      name
      subscribedCount
      subscribers(first: 3) {
        nodes {
          email
          tags
        }
      }
    }
  }
}
`;

/** The document of the playground, the same for all callers. */
export interface PlaygroundPage {
  document: Buffer;
  etag: string;
  policy: string;
}

/**
 * Makes the page from the paths of its files, by name. It ignores the query of its own URL: a link from another site must not
 * place an operation in front of a user whose session would run it (docs/adr/0152).
 */
export function playgroundPage(addressOf: (name: string) => string): PlaygroundPage {
  const workers = {
    editorWorkerService: addressOf('editor-worker.js'),
    json: addressOf('json-worker.js'),
    graphql: addressOf('graphql-worker.js'),
  };
  const options = {
    title: 'Tidings',
    defaultQuery: WELCOME,
    endpoint: 'graphql',
    subscriptionsProtocol: 'GRAPHQL_SSE',
  };
  const before = `history.replaceState(null,'',location.pathname);
const workers=${inScript(workers)};
self.MonacoEnvironment={globalAPI:false,getWorkerUrl:(_,label)=>workers[label]};`;
  // Shows the last query again, instead of opening a new tab each time. Without the function it writes each operation into the
  // URL, which browsers remember.
  const start = `const options=${inScript(options)};
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'),{...options,
initialQuery:localStorage.getItem('graphiql:query')??options.defaultQuery,onEditQuery(){}});`;
  const document = Buffer.from(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidings</title>
<link rel="icon" href="${addressOf('icon.svg')}">
<link rel="stylesheet" href="${addressOf('graphiql.css')}">
</head>
<body class="no-focus-outline">
<noscript>The playground needs JavaScript.</noscript>
<div id="root"></div>
<script>${new Html(before)}</script>
<script src="${addressOf('graphiql.js')}"></script>
<script>${new Html(start)}</script>
</body>
</html>
`.text,
  );
  return {
    document,
    etag: `"${createHash('sha256').update(document).digest('base64url').slice(0, 27)}"`,
    policy: policyFor([before, start]),
  };
}

/** Encodes a value for a script of a page. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Allows its own scripts and files, and calls to this server. The editor sets styles at run time. No site may frame it. */
const policyFor = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`).join(' ')}`,
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
