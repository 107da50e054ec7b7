import { SimpleGrid, Text } from '@mantine/core';
import { shareOf } from '../../../numbers/share-of.ts';
import { TextLink } from '../../../shell/links.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { useFiguresText } from '../figures-texts.ts';
import { useEditing } from './editing.ts';
import classes from './step-figures.module.css';
import type { StepFigures as Figures } from './use-figures.ts';

const OF_ALL = ['entered', 'waiting', 'done', 'skipped', 'failed'] as const;
const OF_MAILS = ['sent', 'opens', 'clicks', 'unsubscribes', 'bounces', 'complaints'] as const;

/** The results of a step in all its versions, and the people there now. */
export function StepFigures({ of }: { of: Figures }) {
  const t = useFiguresText();
  const { number, percent, money } = useFormat();
  const { automationId } = useEditing();
  const inParentheses = (what: (typeof OF_MAILS)[number], count: number) =>
    what === 'sent' || !of.sent ? '' : ` (${percent(shareOf(count, of.sent))})`;
  return (
    <section aria-label={t('title')} className={classes.figures}>
      <SimpleGrid cols={3} spacing="xs" verticalSpacing={4} component="dl" m={0}>
        {OF_ALL.map((what) => (
          <Figure key={what} name={t(what)} figure={number(of[what])} />
        ))}
        {OF_MAILS.map((what) => {
          const count = of[what];
          if (count == null) return null;
          return <Figure key={what} name={t(what)} figure={`${number(count)}${inParentheses(what, count)}`} />;
        })}
        {of.revenue?.map(({ currency, revenue }) => (
          <Figure key={currency} name={t('revenue')} figure={money(revenue, currency)} />
        ))}
      </SimpleGrid>
      <Text size="sm" mt="xs">
        <TextLink to="/automations/$automation/runs" params={{ automation: automationId }} search={{ step: of.step }}>
          {t('viewPeople')}
        </TextLink>
      </Text>
    </section>
  );
}

function Figure({ name, figure }: { name: string; figure: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed" component="dt">
        {name}
      </Text>
      <Text size="sm" fw={600} component="dd" m={0}>
        {figure}
      </Text>
    </div>
  );
}
