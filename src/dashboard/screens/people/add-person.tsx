import { Alert, Checkbox, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { AddPersonDocument, type ListsQuery, RemoveFromListDocument } from '../../../generated/dashboard/people.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { Fields } from '../../editing/fields.tsx';
import { useListChoices } from '../../editing/list-choices.ts';
import type { useUndo } from '../../editing/undo.tsx';
import { orNull, useFields } from '../../editing/use-fields.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { useAddPersonText } from './add-person-texts.ts';
import { KnownTags } from './known-tags.tsx';

/** The dialog in which members who may write add one person. */
export function AddPersonDialog({ opened, onClose, ...asked }: Props & { opened: boolean; onClose: () => void }) {
  const t = useAddPersonText();
  const mayWrite = useMayWrite();
  return (
    <Dialog opened={opened && mayWrite} onClose={onClose} title={t('title')}>
      <AddPerson {...asked} />
    </Dialog>
  );
}

/** Adds one person to a list by hand. Whoever left the list is subscribed again only if they asked for it. */
function AddPerson({ lists, list: first, undo, onAdded }: Props) {
  const t = useAddPersonText();
  const [add] = useMutation(AddPersonDocument);
  const [remove] = useMutation(RemoveFromListDocument);
  const choices = useListChoices(lists, { asks: true });
  const fields = useFields({
    listId: first || (choices[0]?.value ?? ''),
    email: '',
    firstName: '',
    lastName: '',
    tags: [] as string[],
    confirmed: false,
    resubscribe: false,
  });
  const list = lists.find(({ id }) => id === fields.values.listId);
  // The API refuses to subscribe people again who left, until it is told to.
  const hasLeft = fields.values.resubscribe || fields.errorOf('email')?.includes('resubscribe') === true;
  const email = { ...fields.text('email'), ...(hasLeft && { error: t('hasLeft') }) };
  const save = async () => {
    const { firstName, lastName, confirmed, ...values } = fields.values;
    const input = { ...values, firstName: orNull(firstName), lastName: orNull(lastName), confirmed };
    const added = await fields.save(() => add({ input }));
    if (!added || !list) return;
    const { isNew, subscriber } = added.createSubscriber;
    const said = { email: subscriber.email, list: list.name };
    const isUpdate = !isNew && !fields.values.resubscribe;
    const outcome = subscriber.status === 'UNCONFIRMED' ? 'UNCONFIRMED' : isUpdate ? 'known' : 'SUBSCRIBED';
    undo.show(t(outcome, said), isNew ? () => remove({ id: subscriber.id }) : undefined);
    onAdded(list.id);
  };
  return (
    <Fields of={fields} onSave={() => void save()} action={t('add')}>
      <TextInput label={t('email')} type="email" required data-autofocus {...email} />
      {hasLeft && <Checkbox label={t('resubscribe')} {...fields.box('resubscribe')} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t('firstName')} {...fields.text('firstName')} />
        <TextInput label={t('lastName')} {...fields.text('lastName')} />
      </SimpleGrid>
      <NativeSelect label={t('list')} data={choices} {...fields.text('listId')} />
      <KnownTags label={t('tags')} {...fields.texts('tags')} />
      {list?.requiresConfirmation && (
        <>
          <Checkbox label={t('confirmed')} description={t('confirmedHint')} {...fields.box('confirmed')} />
          {!fields.values.confirmed && (
            <Alert variant="outline" color="gray" py="xs">
              {t('doubleOptIn')}
            </Alert>
          )}
        </>
      )}
      <Group justify="space-between">
        <ButtonLink
          to="/lists/imports/new"
          search={{ list: fields.values.listId, paste: 'yes' }}
          variant="subtle"
          size="compact-sm"
        >
          {t('pasteMany')}
        </ButtonLink>
      </Group>
    </Fields>
  );
}

interface Props {
  lists: ListsQuery['lists']['nodes'];
  /** The id of the list that is chosen at first. Empty: none, or the only one. */
  list: string;
  undo: ReturnType<typeof useUndo>;
  onAdded: (list: string) => void;
}
