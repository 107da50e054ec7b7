-- A/B tests of campaigns (docs/adr/0064).
ALTER TABLE "campaigns" ADD COLUMN "test" JSONB,
ADD COLUMN "variant_contents" JSONB,
ADD COLUMN "decide_at" TIMESTAMPTZ(3),
ADD COLUMN "winner" SMALLINT,
ADD COLUMN "decided_at" TIMESTAMPTZ(3),
ADD COLUMN "decided_by" TEXT;

ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_test" CHECK (
    "test" IS NULL OR CASE WHEN jsonb_typeof("test" -> 'variants') = 'array' AND jsonb_typeof("test" -> 'samplePercent') = 'number'
        THEN jsonb_array_length("test" -> 'variants') BETWEEN 2 AND 6 AND ("test" ->> 'samplePercent')::numeric BETWEEN 1 AND 100
        ELSE false END
);
-- A decision is one of the variants, made once, at a moment, by somebody.
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_decision" CHECK (
    CASE WHEN "winner" IS NULL THEN "decided_at" IS NULL AND "decided_by" IS NULL
        ELSE "decided_at" IS NOT NULL AND coalesce("decided_by", '') IN ('rule', 'hand') AND "test" IS NOT NULL
            AND "winner" BETWEEN 1 AND jsonb_array_length("test" -> 'variants') END
);

-- The figures of the variants are read of the sample alone, however large the rest. Other campaigns have no entries.
CREATE INDEX "messages_team_id_campaign_id_variant_idx" ON "messages"("team_id", "campaign_id", "variant")
    WHERE "variant" IS NOT NULL;
