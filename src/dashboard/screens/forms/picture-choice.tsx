import { Input, Radio, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Radio buttons with a drawing each. */
export function PictureChoice<Value extends string>({ label, value, choices, error, onChange }: Props<Value>) {
  return (
    <Radio.Group
      label={label}
      value={value}
      error={error}
      onChange={(chosen) => {
        const choice = choices.find((one) => one.value === chosen);
        if (choice) onChange(choice.value);
      }}
    >
      <SimpleGrid cols={{ base: 3, xs: choices.length }} spacing="xs" mt={4}>
        {choices.map((one) => (
          <Radio.Card
            key={one.value}
            value={one.value}
            p={6}
            aria-label={one.title}
            style={outline(one.value === value)}
          >
            {one.picture}
            <Text size="xs" ta="center" mt={4}>
              {one.title}
            </Text>
          </Radio.Card>
        ))}
      </SimpleGrid>
      <Input.Description mt={4}>{choices.find((one) => one.value === value)?.hint}</Input.Description>
    </Radio.Group>
  );
}

const outline = (isChosen: boolean) =>
  isChosen
    ? { borderColor: 'var(--mantine-primary-color-filled)', boxShadow: '0 0 0 1px var(--mantine-primary-color-filled)' }
    : {};

interface Props<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; title: string; hint: string; picture: ReactNode }[];
  error: string | undefined;
  onChange(value: Value): void;
}
