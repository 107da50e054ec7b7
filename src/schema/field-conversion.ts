import { readContactField, readConversion } from '../domain/audience/contact-fields.ts';
import { CONVERSION_STATUSES, type FieldConversion as Conversion } from '../domain/audience/field-conversions.ts';
import { orNull } from '../domain/found.ts';
import type { BoundedQueue } from '../live/bounded-queue.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { wireEnum } from './enums.ts';
import { watched } from './watched.ts';

const Status = wireEnum('ContactFieldConversionStatus', 'The status of a conversion.', CONVERSION_STATUSES, {
  processing: 'Values are being converted in the background. They already appear with the new type.',
  completed: 'All convertible values are converted.',
});

export const ContactFieldConversion = builder.objectRef<Conversion>('ContactFieldConversion').implement({
  description: "The progress of converting a contact field's values to its type.",
  fields: (t) => ({
    status: t.expose('status', { type: Status }),
    total: t.exposeInt('total', {
      nullable: true,
      description: 'The number of subscribers of the team. Null until it is known to be large.',
    }),
    processed: t.exposeInt('processed', { description: 'The number of processed subscribers.' }),
    converted: t.exposeInt('converted', { description: 'The number of values converted so far.' }),
    unconverted: t.exposeInt('unconverted', {
      description:
        'The number of values so far that could not be converted. They are kept, and count as not set wherever the type matters.',
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
});

builder.queryField('contactFieldConversion', (t) =>
  t.field({
    type: ContactFieldConversion,
    nullable: true,
    description: "The last conversion of a contact field's values, by key. Null if the type never changed.",
    args: { key: t.arg.string({ required: true }) },
    resolve: (_, { key }, { scope }) => orNull(readConversion(scope, key)),
  }),
);

builder.subscriptionField('contactFieldConversionProgressed', (t) =>
  t.field({
    type: ContactFieldConversion,
    description:
      "The last conversion of a contact field's values, now and after each step. Ends when the conversion is complete or the field is deleted.",
    args: { key: t.arg.string({ required: true }) },
    subscribe: (_, { key }, context) => conversionChanges(context, key),
    resolve: (conversion) => conversion,
  }),
);

/** The conversion now, then each step. Throws NotFoundError. */
async function conversionChanges(context: Context, key: unknown): Promise<BoundedQueue<Conversion>> {
  const { teamId, id } = await readContactField(context.scope, key);
  const { liveConversions } = context.installation;
  const changes = watched(context, (teamId, onEnd) => liveConversions.read(teamId, { id }, onEnd));
  liveConversions.take({ topic: 'field.progressed', teamId, id });
  return changes;
}
