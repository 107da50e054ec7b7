import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { ContactFieldType, PeopleChoicesQuery } from '../../../generated/dashboard/people.ts';
import { readChoice } from '../../shell/read-search.ts';
import { useFormat } from '../../texts/use-format.ts';
import { useFilterText } from './filter-texts.ts';
import { ALL, type PeopleSearch, SOURCES } from './search.ts';

const INPUTS: Record<Exclude<ContactFieldType, 'BOOLEAN'>, string> = { TEXT: 'search', NUMBER: 'number', DATE: 'date' };

/** Filters by field, source, import and day. */
export function MoreFilters({ choices, search, onChange, onType }: Props) {
  const t = useFilterText();
  const { day } = useFormat();
  const fields = choices.contactFields.nodes;
  const imports = choices.imports.nodes.filter(({ listId }) => search.list === ALL || listId === search.list);
  const field = fields.find(({ key }) => key === search.field);
  const any = { value: '', label: t('any') };
  return (
    <SimpleGrid cols={{ base: 2, md: 6 }} spacing="xs">
      <NativeSelect
        label={t('field')}
        value={search.field ?? ''}
        data={[any, ...fields.map(({ key, label }) => ({ value: key, label }))]}
        onChange={({ currentTarget: { value } }) => onChange({ field: value || undefined, value: undefined })}
      />
      {field?.type === 'BOOLEAN' ? (
        <NativeSelect
          label={t('value')}
          value={search.value ?? ''}
          data={[any, { value: 'true', label: t('yes') }, { value: 'false', label: t('no') }]}
          onChange={({ currentTarget: { value } }) => onChange({ value: value || undefined })}
        />
      ) : (
        <TextInput
          label={t('value')}
          placeholder={field && t('anyValue')}
          type={INPUTS[field?.type ?? 'TEXT']}
          step="any"
          disabled={!field}
          key={`value of ${search.field}`}
          defaultValue={search.value ?? ''}
          onChange={({ currentTarget: { value } }) => onType({ value: value || undefined })}
        />
      )}
      <NativeSelect
        label={t('source')}
        value={search.source ?? ''}
        data={[any, ...SOURCES.map((value) => ({ value, label: t(value) }))]}
        onChange={({ currentTarget: { value } }) => onChange({ source: readChoice(value, SOURCES) })}
      />
      <NativeSelect
        label={t('import')}
        value={search.import ?? ''}
        data={[
          any,
          ...imports.map(({ id, fileName, createdAt }) => ({ value: id, label: `${fileName} (${day(createdAt)})` })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ import: value || undefined })}
      />
      <TextInput
        label={t('since')}
        type="date"
        key={`since ${search.since === undefined}`}
        defaultValue={search.since ?? ''}
        onChange={({ currentTarget: { value } }) => onType({ since: value || undefined })}
      />
      <TextInput
        label={t('until')}
        type="date"
        key={`until ${search.until === undefined}`}
        defaultValue={search.until ?? ''}
        onChange={({ currentTarget: { value } }) => onType({ until: value || undefined })}
      />
    </SimpleGrid>
  );
}

interface Props {
  choices: PeopleChoicesQuery;
  search: PeopleSearch & { list: string };
  onChange: (change: PeopleSearch) => void;
  /** For letters as they are typed. */
  onType: (change: PeopleSearch) => void;
}
