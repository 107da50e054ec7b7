import { builder } from './builder.ts';

export const DeletePayload = builder.objectRef<{ deletedId: string }>('DeletePayload').implement({
  fields: (t) => ({ deletedId: t.exposeID('deletedId', { description: 'Of what is no longer there.' }) }),
});

/** The answer to what deletes a row and gives it as it was. */
export const deleted = async (deleting: Promise<{ id: string }>) => ({ deletedId: (await deleting).id });
