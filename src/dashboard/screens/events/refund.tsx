import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { RefundSaleDocument } from '../../../generated/dashboard/events.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { useChange } from '../../client/use-change.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { Sale } from './sales.tsx';
import { useEventText } from './texts.ts';

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Takes revenue back from a sale. It cannot be undone, so the amount is looked at first. */
export function Refund({ sale, onRefunded }: { sale: Sale; onRefunded: () => void }) {
  const say = useEventText();
  const { money } = useFormat();
  const digits = digitsOf(sale.currency);
  const left = (sale.value - sale.refunded) / 10 ** digits;
  const [open, setOpen] = useState(false);
  const [amount, setAmount] = useState<number | string>(left);
  const [error, setError] = useState<CombinedError>();
  const [refund, busy] = useChange(RefundSaleDocument);
  const show = () => {
    setAmount(left);
    setError(undefined);
    setOpen(true);
  };
  const submit = async () => {
    const { error } = await refund({ id: sale.id, input: { value: Math.round(Number(amount) * 10 ** digits) } });
    setError(error);
    if (error) return;
    setOpen(false);
    onRefunded();
  };
  const wrong = fieldErrors(error).value && say('atMost', { sum: money(sale.value - sale.refunded, sale.currency) });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={show}
        aria-label={say('refundOf', { sum: money(sale.value, sale.currency) })}
      >
        {say('refund')}
      </Button>
      <Dialog opened={open} onClose={() => setOpen(false)} title={say('refund')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack>
            <Text size="sm">{say('refundMore')}</Text>
            <NumberInput
              label={say('amount', { currency: sale.currency })}
              value={amount}
              onChange={setAmount}
              decimalScale={digits}
              error={wrong}
              data-autofocus
            />
            {error && !wrong && <Failed error={error} />}
            <Button type="submit" loading={busy}>
              {say('refund')}
            </Button>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
