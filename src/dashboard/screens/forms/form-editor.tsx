import { Grid, NativeSelect, SimpleGrid, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import {
  ChangeFormDocument,
  CreateFormDocument,
  FormChoicesDocument,
  type FormRowFragment,
} from '../../../generated/dashboard/forms.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { Fields } from '../../editing/fields.tsx';
import { useListChoices } from '../../editing/list-choices.ts';
import { useFields } from '../../editing/use-fields.ts';
import { Loaded } from '../../states/loaded.tsx';
import { FormFields } from './form-fields.tsx';
import { FormLook } from './form-look.tsx';
import { FormPreview } from './form-preview.tsx';
import { inputOf, valuesOf } from './form-values.ts';
import { useFormsText } from './texts.ts';

interface Props {
  /** Absent when creating one. */
  form: FormRowFragment | undefined;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** Room for the fields and, beside them, the preview. */
export const EDITOR_WIDTH = '76rem';

/** The look, fields, texts and settings of a form, beside a preview that follows what is typed. */
export function FormEditor(props: Props) {
  const choices = useRead(FormChoicesDocument, {});
  return (
    <Loaded of={choices}>
      {({ lists, contactFields, team }) => (
        <Editor {...props} lists={lists.nodes} keys={contactFields.nodes.map(({ key }) => key)} brand={team.brand} />
      )}
    </Loaded>
  );
}

function Editor({
  form,
  onSaved,
  onClose,
  lists,
  keys,
  brand,
}: Props & {
  lists: { id: string; name: string; createdAt: string }[];
  keys: string[];
  brand: { color: string; backgroundColor: string };
}) {
  const t = useFormsText();
  const [create] = useMutation(CreateFormDocument);
  const [change] = useMutation(ChangeFormDocument);
  const choices = useListChoices(lists, { asks: true });
  const fields = useFields(valuesOf(form, choices[0]?.value ?? ''));
  const save = async () => {
    const input = inputOf(fields.values);
    const saved = form
      ? (await fields.save(() => change({ input: { id: form.id, ...input } })))?.updateForm.form
      : (await fields.save(() => create({ input })))?.createForm.form;
    if (saved) onSaved(saved.id);
  };
  const listName = lists.find(({ id }) => id === fields.values.listId)?.name ?? '';
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Fields of={fields} onSave={() => void save()} onCancel={onClose}>
          <TextInput label={t('name')} description={t('nameHint')} data-autofocus {...fields.text('name')} />
          <NativeSelect
            label={t('list')}
            {...fields.text('listId')}
            error={fields.errorOf('listId') ?? fields.errorOf('list')}
            data={choices}
          />
          <FormLook fields={fields} brand={brand} />
          <TextInput label={t('title')} placeholder={listName} {...fields.text('title')} />
          <Textarea label={t('text')} autosize {...fields.text('text')} />
          <FormFields
            fields={fields.values.fields}
            keys={keys}
            onChange={(asked) => fields.set('fields', asked)}
            errorOf={(path) => fields.errorOf(`fields.${path}`)}
          />
          <TextInput label={t('button')} {...fields.text('button')} />
          <Textarea label={t('consent')} description={t('consentHint')} autosize {...fields.text('consentText')} />
          <TagsInput label={t('tags')} {...fields.texts('tags')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={t('successTitle')} {...fields.text('successTitle')} />
            <TextInput label={t('locale')} placeholder="de" {...fields.text('locale')} />
          </SimpleGrid>
          <Textarea label={t('successText')} autosize {...fields.text('successText')} />
          <TextInput label={t('redirect')} type="url" {...fields.text('redirectUrl')} />
          <TagsInput label={t('hosts')} description={t('hostsHint')} {...fields.texts('hosts')} />
          <Switch label={t('proofOfWork')} {...fields.box('proofOfWork')} />
          <Switch label={t('refuseDisposable')} {...fields.box('refuseDisposable')} />
          <Switch label={t('keepAddress')} {...fields.box('keepAddress')} />
        </Fields>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <FormPreview values={fields.values} />
      </Grid.Col>
    </Grid>
  );
}
