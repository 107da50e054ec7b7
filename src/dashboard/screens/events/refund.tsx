import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { RefundSaleDocument } from '../../../generated/dashboard/events.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { randomKey } from '../../editing/random-key.ts';
import { focusMisread } from '../../numbers/misread.ts';
import { NumberEntry } from '../../numbers/number-entry.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import { digitsOf, inMinorUnits, inUnits } from '../../texts/minor-units.ts';
import { useFormat } from '../../texts/use-format.ts';
import type { Sale } from './sales.tsx';
import { useEventText } from './texts.ts';

/** Takes revenue back from a sale. It cannot be undone, so the amount is looked at first, and an opened form refunds once. */
export function Refund({ sale, onRefunded }: { sale: Sale; onRefunded: () => void }) {
  const t = useEventText();
  const { money } = useFormat();
  const { currency } = sale;
  const left = inUnits(sale.value - sale.refunded, currency);
  const [open, setOpen] = useState(false);
  const [refundReference, setRefundReference] = useState('');
  const [amount, setAmount] = useState<number | undefined>(left);
  const [error, setError] = useState<CombinedError>();
  const [refund, busy] = useMutation(RefundSaleDocument);
  const sum = amount === undefined ? undefined : inMinorUnits(amount, currency);
  const show = () => {
    setAmount(left);
    setError(undefined);
    setRefundReference(randomKey()); // a second click, or another try, refunds nothing more
    setOpen(true);
  };
  const submit = async () => {
    const value = sum ?? 0; // null would be all that is left
    const { error } = await refund({ input: { id: sale.conversionId, value, refundReference } });
    setError(error);
    if (error) return;
    setOpen(false);
    onRefunded();
  };
  const wrong = fieldErrors(error).value && t('atMost', { sum: money(sale.value - sale.refunded, sale.currency) });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={show}
        aria-label={t('refundOf', { sum: money(sale.value, sale.currency) })}
      >
        {t('refund')}
      </Button>
      <Dialog opened={open} onClose={() => setOpen(false)} title={t('refund')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!focusMisread(event.currentTarget)) void submit();
          }}
        >
          <Stack>
            <Text size="sm">{t('refundHint')}</Text>
            <NumberEntry
              label={t('amount', { currency })}
              value={amount}
              onChange={setAmount}
              decimals={digitsOf(currency)}
              currency={currency}
              error={wrong}
              data-autofocus
            />
            {error && !wrong && <Failed error={error} />}
            <Button type="submit" loading={busy}>
              {sum ? t('refundSum', { sum: money(sum, currency) }) : t('refund')}
            </Button>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
