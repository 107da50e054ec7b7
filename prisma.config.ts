// `prisma generate` would download an engine that it does not need. Pointing it at any executable file prevents that.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
