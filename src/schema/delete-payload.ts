import { builder } from './builder.ts';

interface Deleted {
  deletedId: string;
  /** The deleted object. The audit log keeps its name. */
  deleted: { id: string };
}

export const DeletePayload = builder.objectRef<Deleted>('DeletePayload').implement({
  fields: (t) => ({ deletedId: t.exposeID('deletedId', { description: 'The id of the deleted object.' }) }),
});

/** The answer to deleting an object. */
export const deleted = async (deleting: Promise<{ id: string }>): Promise<Deleted> => {
  const row = await deleting;
  return { deletedId: row.id, deleted: row };
};
