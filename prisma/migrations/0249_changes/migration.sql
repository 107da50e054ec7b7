-- The changes of teams that use the feed, in order, for seven days (docs/adr/0187).
CREATE TABLE "changes" (
    "team_id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "person_key" UUID,
    "subject" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "changes_pkey" PRIMARY KEY ("team_id","sequence")
);

-- CreateIndex
CREATE INDEX "changes_team_id_person_key_idx" ON "changes"("team_id", "person_key");

-- CreateIndex
CREATE INDEX "changes_team_id_subject_idx" ON "changes"("team_id", "subject");

-- AddForeignKey
ALTER TABLE "changes" ADD CONSTRAINT "changes_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- The feed of a team is a row of webhooks that is sent nothing: every statement that records something looks there already.
ALTER TABLE "webhooks" ADD COLUMN "feed_from" BIGINT,
ADD COLUMN "feed_used_at" TIMESTAMPTZ(3);
