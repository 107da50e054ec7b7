import { ActionIcon, Badge, Card, Group, Menu, Text } from '@mantine/core';
import { CopyIcon, DotsHorizontalIcon, TrashIcon } from '@radix-ui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import type { TemplateCardFragment } from '../../../generated/dashboard/templates.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { Failed } from '../../states/failed.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { DeleteTemplate } from './delete-template.tsx';
import { EDITOR_NAMES } from './empty-contents.ts';
import classes from './templates.module.css';
import { useGalleryText } from './texts.ts';
import { Thumbnail } from './thumbnail.tsx';
import { useDelete } from './use-delete.ts';
import { useDuplicate } from './use-duplicate.ts';

/** A template in the gallery: thumbnail, name and actions. */
export function GalleryCard({ template, onChanged }: { template: TemplateCardFragment; onChanged: () => void }) {
  const t = useGalleryText();
  const { ago } = useFormat();
  const mayWrite = useMayWrite();
  const languages = Object.keys(template.localeVariants);
  return (
    <Card withBorder padding="sm" radius="md" component="li" className={classes.card}>
      <Card.Section>
        <Thumbnail id={template.id} name={template.name} state={template.updatedAt} />
      </Card.Section>
      <Group justify="space-between" wrap="nowrap" mt="sm" align="flex-start">
        <TextLink to="/templates/$id" params={{ id: template.id }} fw={600} className={classes.cover} lineClamp={2}>
          {template.name}
        </TextLink>
        {mayWrite && <Actions template={template} onChanged={onChanged} />}
      </Group>
      <Group gap="xs" mt={4}>
        <Badge variant="default" tt="none">
          {template.editor === 'BLOCKS' ? t('blocks') : EDITOR_NAMES[template.editor]}
        </Badge>
        {languages.length > 0 && (
          <Text size="xs" c="dimmed">
            {t('languages', { count: languages.length + 1 })}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t('changed', { when: ago(template.updatedAt) })}
        </Text>
      </Group>
    </Card>
  );
}

function Actions({ template, onChanged }: { template: TemplateCardFragment; onChanged: () => void }) {
  const t = useGalleryText();
  const navigate = useNavigate();
  const duplicate = useDuplicate();
  const [error, setError] = useState<CombinedError>();
  const deleting = useDelete(template.id, onChanged);
  const copy = async () => {
    const { id, error } = await duplicate(template.id);
    setError(error);
    if (id) void navigate({ to: '/templates/$id', params: { id } });
  };
  return (
    <div className={classes.above}>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('actionsFor', { name: template.name })}>
            <DotsHorizontalIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<CopyIcon />} onClick={() => void copy()}>
            {t('duplicate')}
          </Menu.Item>
          <Menu.Item leftSection={<TrashIcon />} onClick={() => void deleting.start()}>
            {t('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteTemplate name={template.name} deleting={deleting} />
      {error && <Failed error={error} />}
    </div>
  );
}
