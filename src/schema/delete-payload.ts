import { builder } from './builder.ts';

export const DeletePayload = builder.objectRef<{ deletedId: string }>('DeletePayload').implement({
  fields: (t) => ({ deletedId: t.exposeID('deletedId', { description: 'The id of the row that was deleted.' }) }),
});

/** The answer to what deletes a row and gives it as it was. */
export const deleted = async (deleting: Promise<{ id: string }>) => ({ deletedId: (await deleting).id });
