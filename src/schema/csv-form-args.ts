import type { builder } from './builder.ts';

type ArgBuilder = Parameters<Parameters<typeof builder.subscriptionField>[1]>[0]['arg'];

/** Format options for CSV files in downloads. */
export const csvFormArgs = (arg: ArgBuilder) => ({
  bom: arg.boolean({
    defaultValue: true,
    description: 'Whether a CSV file starts with a byte order mark, which Excel needs to detect UTF-8. Default: true.',
  }),
  delimiter: arg.string({
    defaultValue: ',',
    description: 'For CSV files: a comma (default), a semicolon, | or a tab.',
  }),
});
