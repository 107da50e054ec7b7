/** The secret of the installations that tests open. */
export const SECRET = 'the secret of the tests, 32 long';

/** Settings of a process on a test database: with that secret, unless they name one. An empty one means none. */
export const withSecret = (env: Record<string, string>): Record<string, string> =>
  env.DATABASE_URL && env.APP_SECRET === undefined ? { ...env, APP_SECRET: SECRET } : env;
