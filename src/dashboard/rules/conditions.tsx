import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Failed } from '../states/failed.tsx';
import { WithBuilder } from './builder.ts';
import { canBeBuilt, type GroupDraft, keyAt, readDraft, writeConditions } from './draft.ts';
import { isSameJson, type Parts } from './json.ts';
import type { Choices } from './operators-of.ts';
import { RuleGroup } from './rule-group.tsx';
import { useRulesText } from './texts.ts';
import { Total } from './total.tsx';
import { useBuilderState } from './use-builder-state.ts';

export interface ConditionsProps {
  label: string;
  value: Parts;
  onChange(value: Parts): void;
  /** The list to count. Undefined: no counts. */
  list: { id: string; name: string } | undefined;
  choices: Choices | undefined;
  kinds: readonly string[];
  /** The name of the event that starts a run, if one does. */
  triggerEvent?: string;
  mayWrite: boolean;
  /** The server's errors by path: `rules.0.value`, and '' for the whole. Another `of` is another answer. */
  refused: { of: unknown; errors: Readonly<Record<string, string>> };
  /** The conditions as code. */
  code: ReactNode;
}

/**
 * Conditions as a part of something else: built rule by rule, or as code. Conditions that the builder cannot show appear as
 * code.
 */
export function Conditions(props: ConditionsProps) {
  const t = useRulesText();
  const [wanted, setWanted] = useState('built');
  const isBuildable = canBeBuilt(props.value, props.kinds);
  const view = isBuildable ? wanted : 'code';
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          {props.label}
        </Text>
        {isBuildable && (
          <SegmentedControl
            size="xs"
            aria-label={t('view')}
            value={view}
            data={[
              { value: 'built', label: t('builder') },
              { value: 'code', label: t('code') },
            ]}
            onChange={setWanted}
            transitionDuration={0}
          />
        )}
      </Group>
      {view === 'built' ? <Built {...props} /> : props.code}
      {!isBuildable && (
        <Text size="sm" c="dimmed">
          {t('shownAsCode')}
        </Text>
      )}
    </Stack>
  );
}

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

function Built({ value, onChange, list, refused, ...given }: ConditionsProps) {
  const [conditions, setConditions] = useState(() => readDraft(value));
  const [reported, setReported] = useState<{ of: unknown; byKey: ReadonlyMap<string, string> }>({
    of: null,
    byKey: NO_PROBLEMS,
  });
  // Outside changes, such as undo, replace the draft.
  if (!isSameJson(writeConditions(conditions).conditions, value)) setConditions(readDraft(value));
  if (reported.of !== refused.of) setReported({ of: refused.of, byKey: byKey(refused.errors, conditions) });
  const { builder, failure, unfinished, isPartial } = useBuilderState({
    ...given,
    list: list?.id,
    conditions,
    refused: reported.byKey,
    onChange: (changed) => {
      setReported({ of: refused.of, byKey: NO_PROBLEMS });
      setConditions(changed);
      onChange(writeConditions(changed).conditions);
    },
  });
  return (
    <WithBuilder value={builder}>
      <RuleGroup group={conditions} level={1} />
      {list && !isPartial && <Total listName={list.name} unfinished={unfinished} />}
      {failure && <Failed error={failure} />}
    </WithBuilder>
  );
}

/** The errors of the current conditions, by the keys of their parts. */
function byKey(errors: ConditionsProps['refused']['errors'], conditions: GroupDraft): ReadonlyMap<string, string> {
  const { keys } = writeConditions(conditions);
  return new Map(
    Object.entries(errors).map(([path, message]) => {
      const at = path === '' ? 'conditions' : `conditions.${path}`;
      return [keyAt(keys, at) ?? conditions.key, message] as const;
    }),
  );
}
