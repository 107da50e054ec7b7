import { Autocomplete, NativeSelect, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { TagNamesDocument, TemplateNamesDocument } from '../../../../generated/dashboard/automations.ts';
import { useRead } from '../../../client/use-read.ts';
import { TextLink } from '../../../shell/links.tsx';
import { errorAt } from '../definition/part-errors.ts';
import { textOf } from '../definition/step.ts';
import { useEditing } from '../editor/editing.ts';
import { useFieldText } from '../field-texts.ts';
import type { FieldsProps } from './field.ts';

interface Props extends FieldsProps {
  field: string;
  label: string;
}

const NO_TRANSITION = { transitionProps: { duration: 0 } };

/** A template by its name. */
export function TemplateField({ part, errors, set, field, label }: Props) {
  const t = useFieldText();
  const name = textOf(part, field);
  const known = useRead(TemplateNamesDocument, { search: name || null });
  const chosen = known.data?.templates.nodes.find((one) => one.name === name);
  return (
    <div>
      <Autocomplete
        label={label}
        placeholder={t('templateHint')}
        value={name}
        data={namesIn(known.data?.templates.nodes)}
        filter={({ options }) => options}
        onChange={(value) => set(field, value)}
        error={errorAt(errors, field)}
        comboboxProps={NO_TRANSITION}
      />
      {chosen && (
        <TextLink to="/templates/$id" params={{ id: chosen.id }} size="sm">
          {t('openTemplate')}
        </TextLink>
      )}
    </div>
  );
}

/** A tag, which need not exist yet. */
export function TagField({ part, errors, set, field, label }: Props) {
  const name = textOf(part, field);
  const known = useRead(TagNamesDocument, { search: name || null });
  return (
    <Autocomplete
      label={label}
      value={name}
      data={namesIn(known.data?.tags.nodes)}
      filter={({ options }) => options}
      onChange={(value) => set(field, value)}
      error={errorAt(errors, field)}
      comboboxProps={NO_TRANSITION}
    />
  );
}

/** Tags, which need not exist yet. */
export function TagsField({ part, errors, set, field, label }: Props) {
  const t = useFieldText();
  const [typed, setTyped] = useState('');
  const known = useRead(TagNamesDocument, { search: typed || null });
  const tags = Array.isArray(part[field]) ? part[field].map(String) : [];
  return (
    <TagsInput
      label={label}
      placeholder={t('tagHint')}
      value={tags}
      data={namesIn(known.data?.tags.nodes)}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(value) => set(field, value)}
      error={errorAt(errors, field)}
      comboboxProps={NO_TRANSITION}
    />
  );
}

const namesIn = (nodes: readonly { name: string }[] | undefined): string[] => [
  ...new Set((nodes ?? []).map(({ name }) => name)),
];

/** One of some rows by its id; one that is not among them stays, by its id. */
export function IdField({
  part,
  errors,
  set,
  field,
  label,
  of,
}: Props & { of: readonly { id: string; name: string }[] }) {
  const t = useFieldText();
  const id = textOf(part, field);
  const known = of.map(({ id, name }) => ({ value: id, label: name }));
  const unknown = id !== '' && !of.some((one) => one.id === id) ? [{ value: id, label: id }] : [];
  return (
    <NativeSelect
      label={label}
      value={id}
      data={[{ value: '', label: t('choose') }, ...known, ...unknown]}
      onChange={({ currentTarget: { value } }) => set(field, value)}
      error={errorAt(errors, field)}
    />
  );
}

/** The key of a contact field; any other key may be typed. */
export function ContactField({ part, errors, set, field, label, dates = false }: Props & { dates?: boolean }) {
  const { fields } = useEditing();
  const keys = fields.filter(({ type }) => !dates || type === 'DATE').map(({ key }) => key);
  return (
    <Autocomplete
      label={label}
      value={textOf(part, field)}
      data={dates ? [...keys, 'subscribed_at'] : keys}
      onChange={(value) => set(field, value)}
      error={errorAt(errors, field)}
      comboboxProps={NO_TRANSITION}
    />
  );
}
