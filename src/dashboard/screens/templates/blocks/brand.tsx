import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { TeamBrandDocument } from '../../../../generated/dashboard/templates.ts';
import { useRead } from '../../../client/use-read.ts';
import { Loaded } from '../../../states/loaded.tsx';
import { BrandValues } from './brand-values.tsx';
import { useBlockText } from './texts.ts';

/** Opens how the e-mails of the team look, which the blocks use. */
export function Brand({ onChanged }: { onChanged: () => void }) {
  const t = useBlockText();
  const [opened, { open, close }] = useDisclosure();
  const read = useRead(TeamBrandDocument, {}, { pause: !opened });
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        {t('brand')}
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        title={t('teamBrand')}
        closeButtonProps={{ 'aria-label': t('close') }}
        transitionProps={{ duration: 0 }}
      >
        <Loaded of={read}>
          {({ team }) => (
            <BrandValues
              brand={team.brand}
              onSaved={() => {
                onChanged();
                close();
              }}
            />
          )}
        </Loaded>
      </Drawer>
    </>
  );
}
