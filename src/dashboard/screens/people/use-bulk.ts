import {
  AddPersonDocument,
  AddTagsDocument,
  ChangePersonDocument,
  type ListsQuery,
  RemoveFromListDocument,
  RemoveSuppressionDocument,
  RemoveTagsDocument,
  type RowFragment,
  SubscribeAgainDocument,
  SuppressPersonDocument,
  UnsubscribeDocument,
} from '../../../generated/dashboard/people.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { useEach } from '../../client/use-each.ts';
import { type MutationResult, useMutation } from '../../client/use-mutation.ts';
import type { useUndo } from '../../editing/undo.tsx';
import { useBulkText } from './bulk-texts.ts';
import type { PersonRow } from './use-people.ts';

/** The changes to many people. */
export interface BulkChanges {
  tag(tags: string[], isAdded: boolean): Promise<void>;
  setField(key: string, label: string, value: unknown): Promise<void>;
  /** `resubscribe`: people who left asked to be subscribed again. */
  subscribe(list: ListsQuery['lists']['nodes'][number], resubscribe: boolean): Promise<void>;
  unsubscribe(): Promise<void>;
  suppress(): Promise<void>;
  delete(): Promise<void>;
}

type Change = (subscription: RowFragment) => Promise<MutationResult<unknown>>;
const isOn = ({ status }: RowFragment) => status === 'SUBSCRIBED' || status === 'UNCONFIRMED';

/**
 * Changes to the chosen people, one by one, with progress. A change concerns each subscription in their rows. Each says what was
 * done, and offers to take it back where that is possible.
 */
export function useBulk(chosen: readonly PersonRow[], undo: ReturnType<typeof useUndo>) {
  const t = useBulkText();
  const { run, progress, error } = useEach();
  const [addTags] = useMutation(AddTagsDocument);
  const [removeTags] = useMutation(RemoveTagsDocument);
  const [join] = useMutation(AddPersonDocument);
  const [back] = useMutation(SubscribeAgainDocument);
  const [leave] = useMutation(UnsubscribeDocument);
  const [update] = useMutation(ChangePersonDocument);
  const [suppress] = useMutation(SuppressPersonDocument);
  const [unsuppress] = useMutation(RemoveSuppressionDocument);
  const [remove] = useMutation(RemoveFromListDocument);

  /** Changes the subscriptions that `isMeant` names, and gives them and the number of their people. */
  const change = async (isMeant: (row: RowFragment) => boolean, act: Change) => {
    const rows = await run(chosen.flatMap(({ subscriptions }) => subscriptions).filter(isMeant), act);
    return { rows, count: new Set(rows.map(({ email }) => email)).size };
  };
  const reverting =
    <Row>(rows: readonly Row[], act: (row: Row) => Promise<MutationResult<unknown>>) =>
    async () => {
      await run(rows, act);
      return {};
    };

  const tag: BulkChanges['tag'] = async (tags, isAdded) => {
    const without = ({ tags: had }: RowFragment) => tags.filter((name) => had.includes(name) !== isAdded);
    const [act, revert] = isAdded ? [addTags, removeTags] : [removeTags, addTags];
    const { rows, count } = await change(
      (row) => without(row).length > 0,
      ({ id }) => act({ id, tags }),
    );
    undo.show(
      t(isAdded ? 'tagged' : 'untagged', { count, tags: tags.join(', ') }),
      reverting(rows, (row) => revert({ id: row.id, tags: without(row) })),
    );
  };

  const setField: BulkChanges['setField'] = async (key, label, value) => {
    const set = (id: string, to: unknown) => update({ input: { id, attributes: { [key]: to ?? null } } });
    const { rows, count } = await change(
      ({ attributes }) => (attributes[key] ?? null) !== (value ?? null),
      ({ id }) => set(id, value),
    );
    undo.show(
      t('fieldSet', { count, label }),
      reverting(rows, ({ id, attributes }) => set(id, attributes[key])),
    );
  };

  const subscribe: BulkChanges['subscribe'] = async (list, resubscribe) => {
    const made: { id: string; isNew: boolean }[] = [];
    let left = 0;
    await run(chosen, async ({ email, subscriptions }) => {
      const here = subscriptions.find((one) => one.list.id === list.id);
      if (here && isOn(here)) return {};
      const { firstName, lastName, locale, timezone } = subscriptions[0] ?? {};
      const known = here ? {} : { firstName, lastName, locale, timezone };
      const answer = await join({ input: { ...known, listId: list.id, email, resubscribe } });
      if (fieldErrors(answer.error).email?.includes('resubscribe')) {
        left += 1;
        return {};
      }
      if (answer.data)
        made.push({ id: answer.data.createSubscriber.subscriber.id, isNew: answer.data.createSubscriber.isNew });
      return answer;
    });
    const outcome = t('subscribed', { count: made.length, list: list.name });
    undo.show(
      left > 0 ? `${outcome} ${t('leftOut', { count: left })}` : outcome,
      made.length > 0 ? reverting(made, ({ id, isNew }) => (isNew ? remove({ id }) : leave({ id }))) : undefined,
    );
  };

  const unsubscribe = async () => {
    const { rows, count } = await change(isOn, ({ id }) => leave({ id }));
    // On a list with confirmation, people would have to confirm again, so subscribing cannot undo this.
    const isReversible = rows.every(({ status, list }) => status === 'SUBSCRIBED' && !list.requiresConfirmation);
    undo.show(
      t('unsubscribed', { count }),
      isReversible ? reverting(rows, ({ email, list }) => back({ list: list.id, email })) : undefined,
    );
  };

  const suppressAll = async () => {
    const made: string[] = [];
    const changed = await run(chosen, async ({ email }) => {
      const answer = await suppress({ email, reason: 'MANUAL' });
      if (answer.data) made.push(answer.data.createSuppression.suppression.id);
      return answer;
    });
    undo.show(
      t('suppressed', { count: changed.length }),
      reverting(made, (id) => unsuppress({ id })),
    );
  };

  const deleteAll = async () => {
    const { count } = await change(
      () => true,
      ({ id }) => remove({ id }),
    );
    undo.show(t('deleted', { count }));
  };

  const changes: BulkChanges = { tag, setField, subscribe, unsubscribe, suppress: suppressAll, delete: deleteAll };
  return { changes, progress, error };
}
