import { Progress, Text } from '@mantine/core';
import { useState } from 'react';
import {
  FieldConvertedDocument,
  type FieldConvertedSubscription,
  type FieldInTableFragment,
} from '../../../generated/dashboard/lists.ts';
import { useLive } from '../../client/use-live.ts';
import { useFormat } from '../../texts/use-format.ts';
import { useFieldsText } from './fields-texts.ts';

/** The progress of converting a field's values to its type, then the number that failed. */
export function TypeChange({ field, onEnd }: { field: FieldInTableFragment; onEnd: () => void }) {
  const t = useFieldsText();
  const { number } = useFormat();
  if (!field.conversion) return null;
  if (field.conversion.status === 'PROCESSING') return <ChangingType field={field} onEnd={onEnd} />;
  if (field.conversion.unconverted === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {t('notConverted', { values: number(field.conversion.unconverted) })}
    </Text>
  );
}

function ChangingType({
  field: { key, label, conversion },
  onEnd,
}: {
  field: FieldInTableFragment;
  onEnd: () => void;
}) {
  const t = useFieldsText();
  const { number } = useFormat();
  const [now, setNow] = useState<FieldConvertedSubscription['contactFieldConversionProgressed']>();
  useLive(FieldConvertedDocument, { key }, ({ contactFieldConversionProgressed }) => {
    setNow(contactFieldConversionProgressed);
    if (contactFieldConversionProgressed.status === 'COMPLETED') onEnd();
  });
  const { processed = 0, total } = now ?? conversion ?? {};
  return (
    <>
      <Progress value={total ? (processed / total) * 100 : 0} aria-label={label} mt={4} maw="12rem" />
      <Text size="xs" c="dimmed">
        {total
          ? t('typeChangeProgress', { processed: number(processed), total: number(total) })
          : t('typeChangeStarted')}
      </Text>
    </>
  );
}
