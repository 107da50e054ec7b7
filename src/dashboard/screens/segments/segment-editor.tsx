import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { RuleChoicesDocument } from '../../../generated/dashboard/rules.ts';
import type { Changed } from '../../client/use-change.ts';
import { useChanged } from '../../client/use-changed.ts';
import { useRead } from '../../client/use-read.ts';
import { Leaving } from '../../editing/leaving.tsx';
import { focusMisread } from '../../numbers/misread.ts';
import { WithBuilder } from '../../rules/builder.ts';
import { type Written, writeConditions } from '../../rules/draft.ts';
import { RuleGroup } from '../../rules/rule-group.tsx';
import { Total } from '../../rules/total.tsx';
import { useBuilding } from '../../rules/use-building.ts';
import { problemsOf } from '../../rules/use-counts.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { Failed } from '../../states/failed.tsx';
import { useSegmentsText } from './texts.ts';
import type { SegmentDraft } from './use-segment-draft.ts';

const NOTHING: ReadonlyMap<string, string> = new Map();

/** The rule builder of a segment, with live counts. */
export function SegmentEditor({ list, listName, draft, segmentId, outcomes, onSave }: Props) {
  const say = useSegmentsText();
  const mayWrite = useMayWrite();
  const { data: choices, again } = useRead(RuleChoicesDocument, { list });
  useChanged(['CONTACT_FIELD', 'SEGMENT'], again);
  const [refused, setRefused] = useState<{ error: CombinedError; written: Written }>();
  const [saving, setSaving] = useState(false);
  const { name, setName, conditions, setConditions, isChanged } = draft;
  const { builder, failure, unfinished } = useBuilding({
    ...{ list, choices, conditions, mayWrite, segmentId, outcomes },
    refused: refused ? problemsOf(refused.error, refused.written) : NOTHING,
    onChange: (changed) => {
      setRefused(undefined);
      setConditions(changed);
    },
  });
  const said = builder.problems;
  /** Errors without a rule, and not about the name. */
  const unplaced = failure ?? (said.size === 0 ? refused?.error : undefined);

  const save = async () => {
    const written = writeConditions(conditions);
    setSaving(true);
    const { error } = await onSave({ name, conditions: written.conditions });
    setSaving(false);
    setRefused(error && { error, written });
    if (!error) draft.markSaved();
  };
  return (
    <WithBuilder value={builder}>
      <Leaving isDirty={mayWrite && isChanged} />
      {draft.isElsewhere && (
        <Alert color="orange" variant="outline" role="status" mb="md">
          <Group>
            <Text size="sm">{say('elsewhere')}</Text>
            <Button variant="default" size="xs" onClick={draft.takeTheirs}>
              {say('takeTheirs')}
            </Button>
          </Group>
        </Alert>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving && !focusMisread(event.currentTarget)) void save();
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
          <Total listName={listName} unfinished={unfinished} />
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
  /** Whether rules match a person, by their keys. */
  outcomes?: ReadonlyMap<string, boolean>;
  onSave: (input: { name: string; conditions: Record<string, unknown> }) => Promise<Changed<unknown>>;
}
