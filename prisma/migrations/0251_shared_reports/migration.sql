-- When the public link to a campaign's report was made (docs/adr/0198). The link is signed with it, so revoking forgets it.
ALTER TABLE "campaigns" ADD COLUMN "report_shared_at" TIMESTAMPTZ(3);
