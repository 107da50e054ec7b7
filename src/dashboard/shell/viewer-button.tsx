import { Button, type ButtonProps } from '@mantine/core';
import { AvatarIcon } from '@radix-ui/react-icons';
import type { ComponentPropsWithRef } from 'react';
import { useViewer } from '../session/viewer.tsx';

/** The button with the signed-in member's team. */
export function ViewerButton(props: ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>) {
  const { team } = useViewer();
  return (
    <Button variant="default" size="xs" leftSection={<AvatarIcon aria-hidden />} maw="12rem" {...props}>
      {team.name}
    </Button>
  );
}
