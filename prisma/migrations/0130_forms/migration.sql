-- Sign-up forms, who sent them, and how often they were shown (docs/adr/0089).
-- CreateTable
CREATE TABLE "forms" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "list_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT,
    "button" TEXT,
    "fields" JSONB NOT NULL DEFAULT '[]',
    "tag_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "consent_text" TEXT,
    "consent_version" INTEGER NOT NULL DEFAULT 0,
    "keep_address" BOOLEAN NOT NULL DEFAULT false,
    "success_title" TEXT,
    "success_text" TEXT,
    "redirect_url" TEXT,
    "hosts" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "locale" TEXT NOT NULL,
    "proof_of_work" BOOLEAN NOT NULL DEFAULT false,
    "refuse_disposable" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "forms_consent_check" CHECK ("consent_text" IS NULL OR "consent_version" > 0),
    CONSTRAINT "forms_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "sign_ups" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "person_key" UUID NOT NULL,
    "email" TEXT,
    "answers" JSONB,
    "subscriber_id" UUID,
    "consent_text" TEXT,
    "consent_version" INTEGER,
    "address_family" SMALLINT NOT NULL,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "taken_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_ups_family_check" CHECK ("address_family" IN (4, 6)),
    CONSTRAINT "sign_ups_waiting_check" CHECK (("taken_at" IS NULL) = ("email" IS NOT NULL) AND ("email" IS NULL) = ("answers" IS NULL)),
    CONSTRAINT "sign_ups_consent_check" CHECK (("consent_text" IS NULL) = ("consent_version" IS NULL)),
    CONSTRAINT "sign_ups_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "form_counts" (
    "team_id" INTEGER NOT NULL,
    "form_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "views" INTEGER NOT NULL DEFAULT 0,
    "sign_ups" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "form_counts_check" CHECK ("views" >= 0 AND "sign_ups" >= 0),
    CONSTRAINT "form_counts_pkey" PRIMARY KEY ("team_id","form_id","day")
);

-- CreateIndex
CREATE INDEX "forms_id_idx" ON "forms"("id");

-- CreateIndex
CREATE INDEX "forms_team_id_list_id_idx" ON "forms"("team_id", "list_id");

-- CreateIndex
CREATE INDEX "sign_ups_team_id_created_at_idx" ON "sign_ups"("team_id", "created_at") WHERE "taken_at" IS NULL;

-- CreateIndex
CREATE INDEX "sign_ups_team_id_person_key_idx" ON "sign_ups"("team_id", "person_key");

-- CreateIndex
CREATE INDEX "sign_ups_team_id_subscriber_id_idx" ON "sign_ups"("team_id", "subscriber_id");

-- AddForeignKey
ALTER TABLE "forms" ADD CONSTRAINT "forms_team_id_list_id_fkey" FOREIGN KEY ("team_id", "list_id") REFERENCES "lists"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_team_id_subscriber_id_fkey" FOREIGN KEY ("team_id", "subscriber_id") REFERENCES "subscribers"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "form_counts" ADD CONSTRAINT "form_counts_team_id_form_id_fkey" FOREIGN KEY ("team_id", "form_id") REFERENCES "forms"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
