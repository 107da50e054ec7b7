import type { builder } from './builder.ts';

type ArgBuilder = Parameters<Parameters<typeof builder.subscriptionField>[1]>[0]['arg'];

/** The form of a CSV file that is given out. */
export const csvFormArgs = (arg: ArgBuilder) => ({
  bom: arg.boolean({
    description: 'Whether a CSV file begins with the byte order mark by which Excel knows UTF-8. Default: true.',
  }),
  delimiter: arg.string({ description: 'Of a CSV file: a comma (default), a semicolon, | or tab.' }),
});
