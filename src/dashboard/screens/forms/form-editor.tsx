import { NativeSelect, SimpleGrid, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
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
import { inputOf, valuesOf } from './form-values.ts';
import { useFormsText } from './texts.ts';

interface Props {
  /** Absent when creating one. */
  form: FormRowFragment | undefined;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** The fields, texts and settings of a form. */
export function FormEditor(props: Props) {
  const choices = useRead(FormChoicesDocument, {});
  return (
    <Loaded of={choices}>
      {({ lists, contactFields }) => (
        <Editor {...props} lists={lists.nodes} keys={contactFields.nodes.map(({ key }) => key)} />
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
}: Props & { lists: { id: string; name: string; createdAt: string }[]; keys: string[] }) {
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
  return (
    <Fields of={fields} onSave={() => void save()} onCancel={onClose}>
      <TextInput label={t('name')} data-autofocus {...fields.text('name')} />
      <NativeSelect
        label={t('list')}
        {...fields.text('listId')}
        error={fields.errorOf('listId') ?? fields.errorOf('list')}
        data={choices}
      />
      <FormFields
        fields={fields.values.fields}
        keys={keys}
        onChange={(asked) => fields.set('fields', asked)}
        errorOf={(path) => fields.errorOf(`fields.${path}`)}
      />
      <TextInput label={t('title')} {...fields.text('title')} />
      <Textarea label={t('text')} autosize {...fields.text('text')} />
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
  );
}
