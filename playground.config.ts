/** How GraphiQL becomes files of a build: compressed, and named by their content (docs/adr/0152). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { css, editorWorkerService, graphqlWorker, js, jsonWorker } from '@graphql-yoga/render-graphiql/graphiql';
import type { Plugin } from 'rolldown';

const FILES: Record<string, string> = {
  'graphiql.js': js,
  'graphiql.css': css,
  'editor-worker.js': editorWorkerService,
  'graphql-worker.js': graphqlWorker,
  'json-worker.js': jsonWorker,
  'icon.svg': readFileSync(join(import.meta.dirname, 'src/dashboard/icon.svg'), 'utf8'),
};

/** Emits each file as `playground/<hash>-<name>.gz`. */
export const playground = (): Plugin => ({
  name: 'playground',
  generateBundle() {
    for (const [name, content] of Object.entries(FILES)) {
      const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12).replaceAll('-', '0');
      const source = gzipSync(content, { level: 9 });
      this.emitFile({ type: 'asset', fileName: `playground/${hash}-${name}.gz`, source });
    }
  },
});
