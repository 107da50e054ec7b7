import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CombinedError } from 'urql';
import { RuleChoicesDocument } from '../../../generated/dashboard/segments.ts';
import type { Changed } from '../../client/use-change.ts';
import { useRead } from '../../client/use-read.ts';
import { Leaving } from '../../editing/leaving.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { Failed } from '../../states/failed.tsx';
import { type Builder, WithBuilder } from './builder.ts';
import { changePart, type RuleDraft, type Written, writeConditions } from './draft.ts';
import { isFinished } from './is-finished.ts';
import { kindOf } from './operators-of.ts';
import { RuleGroup } from './rule-group.tsx';
import { useSegmentsText } from './texts.ts';
import { Total } from './total.tsx';
import { problemsOf, useCounts } from './use-counts.ts';
import type { SegmentDraft } from './use-segment-draft.ts';

const NO_OUTCOMES: ReadonlyMap<string, boolean> = new Map();

/** Where the rules of a segment are built, with counts that follow what is typed. */
export function SegmentEditor({ list, listName, draft, segmentId, outcomes = NO_OUTCOMES, onSave }: Props) {
  const say = useSegmentsText();
  const mayWrite = useMayWrite();
  const choices = useRead(RuleChoicesDocument, { list }).data;
  const [refused, setRefused] = useState<{ error: CombinedError; written: Written }>();
  const [saving, setSaving] = useState(false);
  const { name, setName, conditions, setConditions, isChanged } = draft;
  const finished = (rule: RuleDraft) => isFinished(rule, kindOf(rule, choices));
  // biome-ignore lint/correctness/useExhaustiveDependencies: whether a rule is finished depends on these two
  const counted = useMemo(() => writeConditions(conditions, finished), [conditions, choices]);
  const { counts, moving, problems, failure } = useCounts(list, counted);
  const said = new Map([...problems, ...(refused ? problemsOf(refused.error, refused.written) : [])]);
  /** What belongs to no rule, and not to the name. */
  const unplaced = failure ?? (said.size === 0 ? refused?.error : undefined);

  const save = async () => {
    const written = writeConditions(conditions);
    setSaving(true);
    const { error } = await onSave({ name, conditions: written.conditions });
    setSaving(false);
    setRefused(error && { error, written });
    if (!error) draft.markSaved();
  };
  const builder: Builder = {
    ...{ list, choices, counts, moving, problems: said, outcomes, mayWrite, segmentId, isFinished: finished },
    change: (key, change) => {
      setRefused(undefined);
      const changed = key === conditions.key ? change(conditions) : changePart(conditions, key, change);
      if (changed && 'rules' in changed) setConditions(changed);
    },
  };
  return (
    <WithBuilder value={builder}>
      <Leaving isDirty={mayWrite && isChanged} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving) void save();
        }}
      >
        <Stack>
          <fieldset disabled={!mayWrite} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
            <Stack>
              <TextInput
                label={say('name')}
                maw={420}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                error={said.get('name')}
              />
              <RuleGroup group={conditions} level={1} />
            </Stack>
          </fieldset>
          <Total listName={listName} unfinished={writeConditions(conditions).count - counted.count} />
          {unplaced && <Failed error={unplaced} />}
          {mayWrite && (
            <Group justify="flex-end">
              <Text size="sm" c="dimmed" role="status" aria-label={say('state')}>
                {isChanged ? say('unsaved') : segmentId && say('saved')}
              </Text>
              <Button type="submit" loading={saving}>
                {say('save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </WithBuilder>
  );
}

interface Props {
  list: string;
  listName: string;
  draft: SegmentDraft;
  /** Absent while it is not saved. */
  segmentId?: string;
  /** Whether rules hold for somebody, by their keys. */
  outcomes?: ReadonlyMap<string, boolean>;
  onSave: (input: { name: string; conditions: Record<string, unknown> }) => Promise<Changed<unknown>>;
}
