import { Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useBuilder } from './builder.ts';
import { type GroupDraft, isGroup, newGroup, newRule, type PartDraft } from './draft.ts';
import { currencyIn } from './property.ts';
import { RuleRow } from './rule-row.tsx';
import { useRulesText } from './texts.ts';

/** A group of rules: all must match, or any. The outermost group can contain groups. */
export function RuleGroup({ group, level }: { group: GroupDraft; level: 1 | 2 }) {
  const t = useRulesText();
  const { change, mayWrite, problems } = useBuilder();
  const put = (part: Partial<GroupDraft>) => change(group.key, (now) => ({ ...now, ...part }));
  const add = (part: PartDraft) => put({ rules: [...group.rules, part] });
  const problem = problems.get(group.key);
  const currency = currencyIn(group.rules);
  return (
    <Card
      withBorder
      padding="md"
      radius="md"
      role="group"
      aria-label={level === 1 ? t('conditions') : t('group')}
      style={{ overflow: 'visible' }}
    >
      <Stack gap="sm">
        <Group justify="space-between">
          <NativeSelect
            aria-label={t('matchRules')}
            value={group.operator}
            data={[
              { value: 'and', label: t('and') },
              { value: 'or', label: t('or') },
            ]}
            onChange={(event) => put({ operator: event.currentTarget.value === 'or' ? 'or' : 'and' })}
          />
          {level === 2 && mayWrite && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('removeGroup')}
              onClick={() => change(group.key, () => undefined)}
            >
              {t('remove')}
            </Button>
          )}
        </Group>
        {group.rules.map((part, index) =>
          isGroup(part) ? (
            <RuleGroup key={part.key} group={part} level={2} />
          ) : (
            <RuleRow key={part.key} rule={part} number={index + 1} currency={currency} />
          ),
        )}
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        {mayWrite && (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => add(newRule())}>
              {t('addRule')}
            </Button>
            {level === 1 && (
              <Button variant="default" size="xs" onClick={() => add(newGroup())}>
                {t('addGroup')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Card>
  );
}
