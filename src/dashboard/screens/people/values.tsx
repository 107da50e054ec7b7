import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  ChangePersonDocument,
  type ContactFieldType,
  type OnListFragment,
  type PersonQuery,
  type UpdateSubscriberInput,
} from '../../../generated/dashboard/people.ts';
import { fieldErrors, messageOf } from '../../client/field-errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { InlineEdit } from '../../editing/inline-edit.tsx';
import type { useUndo } from '../../editing/undo.tsx';
import { useNumbers } from '../../numbers/use-numbers.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { usePersonText } from './person-texts.ts';
import { editedText, givenValue, isDay, shownText } from './shown-value.ts';
import classes from './values.module.css';

export type Fields = PersonQuery['contactFields']['nodes'];

interface Value {
  key: string;
  label: string;
  type: ContactFieldType;
  value: unknown;
  suggestions?: readonly string[];
  /** The change that gives it this value. */
  input: (value: unknown) => Omit<UpdateSubscriberInput, 'id'>;
}

/** The number of empty fields shown; a button shows the rest. */
const FEW = 3;
const ZONES = Intl.supportedValuesOf('timeZone');

/** A person's values on a list, each edited in place by its field type. */
export function Values({ subscriber, fields, undo }: Props) {
  const t = usePersonText();
  const [all, setAll] = useState(false);
  const values = useValues(subscriber, fields);
  const empty = values.filter(({ value }) => value == null || value === '');
  const hidden = !all && empty.length > FEW ? new Set(empty.map(({ key }) => key)) : new Set();
  return (
    <>
      <Stack component="dl" gap={2} my="xs">
        {values
          .filter(({ key }) => !hidden.has(key))
          .map((one) => (
            <OneValue key={one.key} of={one} id={subscriber.id} undo={undo} />
          ))}
      </Stack>
      {hidden.size > 0 && (
        <Button variant="subtle" size="compact-sm" color="gray" onClick={() => setAll(true)}>
          {t('emptyFields', { count: hidden.size })}
        </Button>
      )}
    </>
  );
}

function useValues({ firstName, lastName, locale, timezone, attributes }: OnListFragment, fields: Fields): Value[] {
  const t = usePersonText();
  const known = new Set(fields.map(({ key }) => key));
  const others = Object.keys(attributes)
    .filter((key) => !known.has(key))
    .map((key) => ({ key, label: key, type: 'TEXT' as const }));
  const text = { type: 'TEXT' } as const;
  return [
    {
      ...text,
      key: 'first_name',
      label: t('firstName'),
      value: firstName,
      input: (value) => ({ firstName: value as string }),
    },
    {
      ...text,
      key: 'last_name',
      label: t('lastName'),
      value: lastName,
      input: (value) => ({ lastName: value as string }),
    },
    { ...text, key: 'locale', label: t('language'), value: locale, input: (value) => ({ locale: value as string }) },
    {
      ...text,
      key: 'timezone',
      label: t('timezone'),
      value: timezone,
      suggestions: ZONES,
      input: (value) => ({ timezone: value as string }),
    },
    ...[...fields, ...others].map(
      ({ key, label, type }): Value => ({
        key: `attributes.${key}`,
        label,
        type,
        value: attributes[key],
        input: (value) => ({ attributes: { [key]: value ?? null } }),
      }),
    ),
  ];
}

function OneValue({ of: { label, type, value, suggestions, input }, id, undo }: OneProps) {
  const t = usePersonText();
  const format = useFormat();
  const numbers = useNumbers();
  const mayWrite = useMayWrite();
  const [change] = useMutation(ChangePersonDocument);
  const words = { yes: t('yes'), no: t('no') };
  const save = async (typed: string) => {
    const misread = type === 'NUMBER' && numbers.wordsFor(numbers.read(typed).problem);
    if (misread) return misread;
    const { error } = await change({ input: { id, ...input(givenValue(typed, type, numbers)) } });
    if (error) {
      const [problem = messageOf(error)] = Object.values(fieldErrors(error));
      return problem;
    }
    undo.show(t('fieldChanged', { label }), () => change({ input: { id, ...input(value ?? null) } }));
    return undefined;
  };
  return (
    <div className={classes.value}>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <dd>
        <InlineEdit
          label={label}
          shown={shownText(value, type, format, numbers, words)}
          value={editedText(value, type, numbers)}
          type={type === 'DATE' && isDay(value) ? 'date' : 'text'}
          suggestions={suggestions}
          choices={
            type === 'BOOLEAN'
              ? [
                  { value: '', label: t('notSet') },
                  { value: 'true', label: words.yes },
                  { value: 'false', label: words.no },
                ]
              : undefined
          }
          mayEdit={mayWrite}
          onSave={save}
        />
      </dd>
    </div>
  );
}

interface Props {
  subscriber: OnListFragment;
  fields: Fields;
  undo: ReturnType<typeof useUndo>;
}

interface OneProps {
  of: Value;
  id: string;
  undo: ReturnType<typeof useUndo>;
}
