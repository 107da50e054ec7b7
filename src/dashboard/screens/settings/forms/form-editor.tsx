import { NativeSelect, SimpleGrid, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import {
  ChangeFormDocument,
  CreateFormDocument,
  FormChoicesDocument,
  type FormRowFragment,
} from '../../../../generated/dashboard/forms.ts';
import { useChange } from '../../../client/use-change.ts';
import { useRead } from '../../../client/use-read.ts';
import { Fields } from '../../../editing/fields.tsx';
import { useFields } from '../../../editing/use-fields.ts';
import { Shown } from '../../../states/shown.tsx';
import { FormFields } from './form-fields.tsx';
import { inputOf, valuesOf } from './form-values.ts';
import { useFormsText } from './texts.ts';

interface Props {
  /** Absent: a new one is made. */
  form: FormRowFragment | undefined;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** The fields, texts and settings of a form. */
export function FormEditor(props: Props) {
  const choices = useRead(FormChoicesDocument, {});
  return (
    <Shown of={choices}>
      {({ lists, contactFields }) => (
        <Editor {...props} lists={lists.nodes} keys={contactFields.nodes.map(({ key }) => key)} />
      )}
    </Shown>
  );
}

function Editor({
  form,
  onSaved,
  onClose,
  lists,
  keys,
}: Props & { lists: { id: string; name: string }[]; keys: string[] }) {
  const say = useFormsText();
  const [create] = useChange(CreateFormDocument);
  const [change] = useChange(ChangeFormDocument);
  const fields = useFields(valuesOf(form, lists[0]?.id ?? ''));
  const save = async () => {
    const input = inputOf(fields.values);
    const saved = form
      ? (await fields.save(() => change({ id: form.id, input })))?.updateForm
      : (await fields.save(() => create({ input })))?.createForm;
    if (saved) onSaved(saved.id);
  };
  return (
    <Fields of={fields} onSave={() => void save()} onCancel={onClose}>
      <TextInput label={say('name')} data-autofocus {...fields.text('name')} />
      <NativeSelect
        label={say('list')}
        {...fields.text('listId')}
        error={fields.errorOf('listId') ?? fields.errorOf('list')}
        data={lists.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FormFields
        fields={fields.values.fields}
        keys={keys}
        onChange={(asked) => fields.set('fields', asked)}
        errorOf={(path) => fields.errorOf(`fields.${path}`)}
      />
      <TextInput label={say('title')} {...fields.text('title')} />
      <Textarea label={say('text')} autosize {...fields.text('text')} />
      <TextInput label={say('button')} {...fields.text('button')} />
      <Textarea label={say('consent')} description={say('consentMore')} autosize {...fields.text('consentText')} />
      <TagsInput label={say('tags')} {...fields.texts('tags')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={say('successTitle')} {...fields.text('successTitle')} />
        <TextInput label={say('locale')} placeholder="de" {...fields.text('locale')} />
      </SimpleGrid>
      <Textarea label={say('successText')} autosize {...fields.text('successText')} />
      <TextInput label={say('redirect')} type="url" {...fields.text('redirectUrl')} />
      <TagsInput label={say('hosts')} description={say('hostsMore')} {...fields.texts('hosts')} />
      <Switch label={say('proofOfWork')} {...fields.box('proofOfWork')} />
      <Switch label={say('refuseDisposable')} {...fields.box('refuseDisposable')} />
      <Switch label={say('keepAddress')} {...fields.box('keepAddress')} />
    </Fields>
  );
}
