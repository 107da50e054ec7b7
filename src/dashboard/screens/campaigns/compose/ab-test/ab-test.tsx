import { Button, Checkbox, Fieldset, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { AbTestMeasure } from '../../../../../generated/dashboard/campaigns.ts';
import { NumberEntry } from '../../../../numbers/number-entry.tsx';
import type { ShownCampaign } from '../../campaign.tsx';
import { useComposeText } from '../texts.ts';
import type { Draft } from '../use-draft.ts';
import { type EditedTest, isDecidedLater } from './use-ab-test.ts';

const MEASURES = ['OPENS', 'CLICKS', 'REVENUE', 'MANUAL'] as const satisfies readonly AbTestMeasure[];
const MAX_VARIANTS = 6;
const HOURS = /^PT(\d+)H$/;

interface Props {
  campaign: ShownCampaign;
  errors: Draft['errors'];
  edited: EditedTest;
}

/** Variants of a draft that are tried on a sample, and how the best one is found. Saved on leaving a field. */
export function AbTest({ campaign, errors, edited: { test, put, vary, toggle, save } }: Props) {
  const t = useComposeText();
  const hours = HOURS.exec(test?.decideAfter ?? '')?.[1] ?? '';
  return (
    <Fieldset legend={t('abTest')}>
      <Stack onBlur={() => void save()}>
        <Checkbox
          label={t('runAbTest')}
          checked={test !== null}
          onChange={({ currentTarget: { checked } }) => toggle(checked)}
        />
        {test?.variants.map(({ name, subject, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: variants are called by their number
          <Group key={index} align="flex-start" grow preventGrowOverflow={false}>
            <TextInput
              label={t('variantName', { number: index + 1 })}
              value={name}
              error={errors[`abTest.variants.${index}.name`] ?? errors[`abTest.variants.${index}`]}
              onChange={({ currentTarget: { value } }) => vary(index, { name: value })}
            />
            <TextInput
              label={t('variantSubject', { number: index + 1 })}
              placeholder={campaign.subject ?? campaign.template?.subject ?? ''}
              value={subject ?? ''}
              error={errors[`abTest.variants.${index}.subject`]}
              onChange={({ currentTarget: { value } }) => vary(index, { subject: value || null })}
            />
            <Textarea
              label={t('variantText', { number: index + 1 })}
              placeholder={campaign.text ?? ''}
              autosize
              maxRows={8}
              value={text ?? ''}
              error={errors[`abTest.variants.${index}.text`]}
              onChange={({ currentTarget: { value } }) => vary(index, { text: value || null })}
            />
            {index > 1 && (
              <Button
                variant="default"
                mt="lg"
                onClick={() => put({ variants: test.variants.filter((_, at) => at !== index) })}
              >
                {t('removeVariant', { number: index + 1 })}
              </Button>
            )}
          </Group>
        ))}
        {test && (
          <>
            <NumberEntry
              decimals={0}
              label={t('testSample')}
              value={test.samplePercent}
              error={errors['abTest.samplePercent']}
              onChange={(value) => put({ samplePercent: value ?? 0 })}
            />
            <NativeSelect
              label={t('winnerBy')}
              value={test.winnerBy}
              error={errors['abTest.winnerBy']}
              data={MEASURES.map((value) => ({ value, label: t(value) }))}
              onChange={({ currentTarget: { value } }) =>
                put({ winnerBy: MEASURES.find((one) => one === value) ?? 'OPENS' })
              }
            />
            {isDecidedLater(test) && (
              <NativeSelect
                label={t('decideAfter')}
                value={hours}
                error={errors['abTest.decideAfter']}
                data={[...new Set([hours, '1', '2', '4', '8', '24', '48'])].map((value) => ({
                  value,
                  label: value ? t('hours', { count: Number(value) }) : (test.decideAfter ?? ''),
                }))}
                onChange={({ currentTarget: { value } }) => put({ decideAfter: `PT${value}H` })}
              />
            )}
            {test.variants.length < MAX_VARIANTS && (
              <Group>
                <Button
                  variant="default"
                  onClick={() =>
                    put({ variants: [...test.variants, { name: String.fromCharCode(65 + test.variants.length) }] })
                  }
                >
                  {t('addVariant')}
                </Button>
              </Group>
            )}
          </>
        )}
      </Stack>
    </Fieldset>
  );
}
