import { SimpleGrid, Switch } from '@mantine/core';
import type { FormDesign, FormKind } from '../../../generated/dashboard/forms.ts';
import type { useFields } from '../../editing/use-fields.ts';
import { NumberEntry } from '../../numbers/number-entry.tsx';
import { DesignPicture, KindPicture } from './form-pictures.tsx';
import type { FormValues } from './form-values.ts';
import { useFormLookText } from './look-texts.ts';
import { PictureChoice } from './picture-choice.tsx';

const KINDS: readonly FormKind[] = ['INLINE', 'POPUP', 'SLIDE_IN', 'BAR', 'PAGE'];
const DESIGNS: readonly FormDesign[] = ['CLEAN', 'TINTED', 'BOLD'];

/** How the form appears, its design, and when it opens. */
export function FormLook({ fields, brand }: Props) {
  const t = useFormLookText();
  const { kind, design } = fields.values;
  const opens = kind !== 'INLINE' && kind !== 'PAGE';
  return (
    <>
      <PictureChoice
        label={t('kind')}
        value={kind}
        error={fields.errorOf('kind')}
        onChange={(value) => fields.set('kind', value)}
        choices={KINDS.map((value) => ({
          value,
          title: t(value),
          hint: t(`${value}_HINT`),
          picture: <KindPicture kind={value} />,
        }))}
      />
      <PictureChoice
        label={t('design')}
        value={design}
        error={fields.errorOf('design')}
        onChange={(value) => fields.set('design', value)}
        choices={DESIGNS.map((value) => ({
          value,
          title: t(value),
          hint: t(`${value}_HINT`),
          picture: <DesignPicture design={value} {...brand} />,
        }))}
      />
      {opens && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <NumberEntry
              label={t('openAfterSeconds')}
              placeholder={fields.values.openAfterPercent === null && !fields.values.openOnLeave ? '5' : ''}
              decimals={0}
              suffix="s"
              {...fields.number('openAfterSeconds')}
            />
            <NumberEntry label={t('openAfterPercent')} decimals={0} suffix="%" {...fields.number('openAfterPercent')} />
            <NumberEntry
              label={t('repeatAfterDays')}
              placeholder="30"
              decimals={0}
              {...fields.number('repeatAfterDays')}
            />
          </SimpleGrid>
          <Switch label={t('openOnLeave')} {...fields.box('openOnLeave')} />
        </>
      )}
    </>
  );
}

interface Props {
  fields: ReturnType<typeof useFields<FormValues>>;
  brand: { color: string; backgroundColor: string };
}
