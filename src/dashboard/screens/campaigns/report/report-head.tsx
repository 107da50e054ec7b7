import { Card, Skeleton, Stack, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useId } from 'react';
import { PreviewOfDocument } from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { MailPicture } from '../../../mail/mail-picture.tsx';
import { useMayWrite } from '../../../session/viewer.tsx';
import { TextLink } from '../../../shell/links.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import { CampaignSetup } from '../campaign-setup.tsx';
import { CampaignStatus } from './campaign-status.tsx';
import classes from './report-head.module.css';
import { Resend } from './resend.tsx';
import { useReportText } from './texts.ts';

/** The e-mail of a campaign as a picture and in words, who got it, and how far it is. */
export function ReportHead({ campaign }: { campaign: ShownCampaign }) {
  const t = useReportText();
  const title = useId();
  const mayWrite = useMayWrite();
  const here = getRouteApi('/campaigns/$campaign').useParams();
  const { id, status, tracking } = campaign;
  const mail = useRead(PreviewOfDocument, { id, subscriberId: null, variant: null });
  const shown = mail.data?.previewCampaign;
  // Content that cannot be shown any more leaves the subject as it was written.
  const subject = shown?.subject ?? (mail.error && (campaign.subject ?? campaign.template?.subject));
  return (
    <Card withBorder padding="lg" radius="md" component="section" aria-labelledby={title}>
      <div className={classes.head}>
        <div>
          <MailPicture html={shown?.html} title={t('picture')} className={classes.picture} />
          <TextLink
            size="sm"
            mt={6}
            display="inline-block"
            to="/campaigns/$campaign"
            params={here}
            search={{ tab: 'content' }}
          >
            {t('viewContent')}
          </TextLink>
        </div>
        <Stack gap="sm">
          <Title order={2} size="h4" id={title} style={{ overflowWrap: 'anywhere' }}>
            {subject ?? <Skeleton component="span" display="inline-block" height="1em" width="16rem" />}
          </Title>
          <CampaignSetup campaign={campaign} />
          <CampaignStatus campaign={campaign} />
          {mayWrite && (status === 'SENT' || status === 'CANCELLED') && tracking && <Resend campaign={campaign} />}
        </Stack>
      </div>
    </Card>
  );
}
